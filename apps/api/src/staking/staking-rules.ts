/** In UTC, so that a day is the same for everyone. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export function nextDay(moment: Date): Date {
  const day = new Date(moment)
  day.setUTCHours(24, 0, 0, 0)
  return day
}

/** Four sweeps missed. */
const UNREACHABLE_MS = 60_000

export function isReachable(readAt: Date | null, now: Date): boolean {
  return readAt !== null && now.getTime() - readAt.getTime() < UNREACHABLE_MS
}
