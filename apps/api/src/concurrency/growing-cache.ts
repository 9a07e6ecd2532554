import { LRUCache } from 'lru-cache'

/**
 * A cache that takes memory for the entries that it has. One made with `max` allocates the places for all of them when it is made: for those
 * of one API process that took 20 MB, and a tenth of the time in which the process starts.
 */
export function growingCache<K extends {}, V extends {}>(
  entriesMax: number,
  { ttl = 0 } = {},
): LRUCache<K, V> {
  return new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1, ttl })
}
