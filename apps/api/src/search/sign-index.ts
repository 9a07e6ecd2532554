import { countBits, DIMENSIONS, SIGN_WORDS } from './vector-rules.ts'

export interface SignIndex {
  set: (jobId: string, appId: string, signs: Uint32Array) => void
  remove: (jobId: string) => void
  /** The jobs whose signs differ least from the given ones, of one app where one is named. */
  nearest: (signs: Uint32Array, count: number, appId?: string) => string[]
  size: () => number
}

/**
 * The signs of all embeddings, 48 bytes each, in memory: comparing a hundred thousand takes a few milliseconds, compared with PostgreSQL's
 * fifty. It only finds candidates; the database decides what is shown and in which order.
 */
export function createSignIndex(): SignIndex {
  let signs = new Uint32Array(1024 * SIGN_WORDS)
  const jobIds: string[] = []
  const appIds: string[] = []
  const slots = new Map<string, number>()

  return {
    set: (jobId, appId, given) => {
      const slot = slots.get(jobId) ?? jobIds.length
      if ((slot + 1) * SIGN_WORDS > signs.length) {
        const larger = new Uint32Array(signs.length * 2)
        larger.set(signs)
        signs = larger
      }
      signs.set(given, slot * SIGN_WORDS)
      jobIds[slot] = jobId
      appIds[slot] = appId
      slots.set(jobId, slot)
    },
    remove: (jobId) => {
      const slot = slots.get(jobId)
      if (slot === undefined) return
      // The last one moves to its place.
      const last = jobIds.length - 1
      signs.copyWithin(slot * SIGN_WORDS, last * SIGN_WORDS, (last + 1) * SIGN_WORDS)
      jobIds[slot] = jobIds[last]!
      appIds[slot] = appIds[last]!
      slots.set(jobIds[slot]!, slot)
      jobIds.pop()
      appIds.pop()
      slots.delete(jobId)
    },
    nearest: (query, count, appId) => {
      const distances = distancesOf(signs, query, jobIds.length)
      if (appId !== undefined)
        for (let slot = 0; slot < jobIds.length; slot += 1)
          if (appIds[slot] !== appId) distances[slot] = DIMENSIONS + 1
      const counts = new Uint32Array(DIMENSIONS + 2)
      for (const distance of distances) counts[distance]! += 1
      const most = farthestOf(counts, count)
      const near: { jobId: string; distance: number }[] = []
      distances.forEach((distance, slot) => {
        if (distance <= most) near.push({ jobId: jobIds[slot]!, distance })
      })
      near.sort((one, other) => one.distance - other.distance)
      return near.slice(0, count).map(({ jobId }) => jobId)
    },
    size: () => jobIds.length,
  }
}

/** In how many signs each differs from the query. A search spends most of its time here. */
function distancesOf(signs: Uint32Array, query: Uint32Array, count: number): Uint16Array {
  const distances = new Uint16Array(count)
  let at = 0
  for (let slot = 0; slot < count; slot += 1) {
    let distance = 0
    for (let word = 0; word < SIGN_WORDS; word += 1, at += 1) distance += countBits(signs[at]! ^ query[word]!)
    distances[slot] = distance
  }
  return distances
}

/** The distance within which there are this many, given how many there are at each distance. */
function farthestOf(counts: Uint32Array, count: number): number {
  let sum = 0
  for (let distance = 0; distance < DIMENSIONS; distance += 1) {
    sum += counts[distance]!
    if (sum >= count) return distance
  }
  return DIMENSIONS
}
