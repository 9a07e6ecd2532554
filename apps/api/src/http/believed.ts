import type { Bell, Topic } from '../db/bell.ts'
import { keptBriefly } from './kept-briefly.ts'
import { LruMap } from './lru-map.ts'

/** All nodes of a large network, and the people of a busy day. Of more, those that were asked about last. */
const REMEMBERED_MAX = 100_000

/**
 * What was read about someone is believed for a while, and no longer than until the bell says that it has changed. Where the
 * bell could not be heard for a moment, nothing of before is believed.
 */
export function believed<T>(
  bell: Bell,
  { topic, ms, rememberedMax = REMEMBERED_MAX }: { topic: Topic; ms: number; rememberedMax?: number },
  read: (id: string) => Promise<T>,
): (id: string) => Promise<T> {
  const known = new LruMap<string, () => Promise<T>>(rememberedMax)
  bell.listen(topic, (id) => void known.delete(id))
  bell.listen('back', () => known.clear())

  return (id) => {
    // Kept from the moment it is asked: a change that comes while it is being read makes it forgotten as well.
    const kept = known.get(id) ?? keptBriefly(ms, () => read(id))
    known.set(id, kept)
    return kept()
  }
}
