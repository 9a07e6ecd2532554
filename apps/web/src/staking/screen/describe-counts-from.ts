const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** When a new stake begins to count: within a day, so today or tomorrow in local time. */
export function describeCountsFrom(countsAt: Date, now: Date): string {
  const day = countsAt.toDateString() === now.toDateString() ? 'today' : 'tomorrow'
  return `counts from ${day}, ${hour.format(countsAt)}`
}
