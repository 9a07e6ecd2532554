const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The pauses between tries. */
const PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** How much a pause may vary, so that what failed together isn't retried together. */
const SPREAD = 0.2

/** An endpoint that only failed for this long is switched off. */
export const FAILING_DAYS_MAX = 5

/** Undefined after the last try. `chance` is between 0 and 1. */
export function pauseAfter(
  attempts: number,
  { retryAfterMs = 0, chance }: { retryAfterMs?: number | undefined; chance: number },
): number | undefined {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(Math.round(pause * (1 - SPREAD + 2 * SPREAD * chance)), retryAfterMs)
}

export const isSuccess = (status: number) => status >= 200 && status < 300
