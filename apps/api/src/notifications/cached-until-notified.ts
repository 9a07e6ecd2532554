import { growingCache } from '../concurrency/growing-cache.ts'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Notifications, Topic } from './notifications.ts'

/** Enough for all nodes of a large network and the people of a busy day; beyond it the least recently used are dropped. */
const ENTRIES_MAX = 100_000

/**
 * Caches what `read` returns for each id, for at most `ms` and until a notification says that it changed. After a lost connection nothing
 * older is used, because notifications may have been missed.
 */
export function cachedUntilNotified<T>(
  notifications: Notifications,
  { topics, ms, entriesMax = ENTRIES_MAX }: { topics: Topic[]; ms: number; entriesMax?: number },
  read: (id: string) => Promise<T>,
): (id: string) => Promise<T> {
  const known = growingCache<string, () => Promise<T>>(entriesMax)
  for (const topic of topics) notifications.subscribe(topic, (id) => void known.delete(id))
  notifications.subscribe('reconnected', () => known.clear())

  return (id) => {
    // Stored before the read ends, so that a change during the read drops it as well.
    const cached = known.get(id) ?? memoizeForMs(ms, () => read(id))
    known.set(id, cached)
    return cached()
  }
}
