const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** When a stake that rests begins to count: within a day, so today or tomorrow by the clock on the wall. */
export function countsFromWords(countsAt: Date, now: Date): string {
  const day = countsAt.toDateString() === now.toDateString() ? 'today' : 'tomorrow'
  return `counts from ${day}, ${hour.format(countsAt)}`
}
