import type { Bell, Topic } from '../db/bell.ts'
import { keptBriefly } from './kept-briefly.ts'

/** So many are remembered; then all are forgotten, and read anew. */
const REMEMBERED_MAX = 20_000

/**
 * What was read about someone is believed for a while, and no longer than until the bell says that it has changed. Where the
 * bell could not be heard for a moment, nothing of before is believed.
 */
export function believed<T>(
  bell: Bell,
  { topic, ms }: { topic: Topic; ms: number },
  read: (id: string) => Promise<T>,
): (id: string) => Promise<T> {
  const known = new Map<string, () => Promise<T>>()
  bell.listen(topic, (id) => void known.delete(id))
  bell.listen('back', () => known.clear())

  return (id) => {
    // Kept from the moment it is asked: a change that comes while it is being read makes it forgotten as well.
    const kept = known.get(id) ?? keptBriefly(ms, () => read(id))
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(id, kept)
    return kept()
  }
}
