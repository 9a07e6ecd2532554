/**
 * Each bucket is a quarter wider than the one before: forty-eight cover ten milliseconds to six minutes, and the last one takes the rest.
 */
const GROWTH = 1.25
const SHORTEST_SECONDS = 0.01
export const BUCKETS = 56

/** The bucket of a duration; `jobs/roll-up.ts` has the same in SQL. */
export function bucketOf(seconds: number): number {
  if (seconds <= SHORTEST_SECONDS) return 0
  return Math.min(BUCKETS - 1, Math.ceil(Math.log(seconds / SHORTEST_SECONDS) / Math.log(GROWTH)))
}

/** The duration that this share of all is below, to within a quarter; null if nothing was counted. */
export function percentile(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  const index = buckets.findIndex((count) => {
    seen += count
    return seen >= total * share
  })
  return Math.round(SHORTEST_SECONDS * GROWTH ** (index - 0.5) * 1000) / 1000
}
