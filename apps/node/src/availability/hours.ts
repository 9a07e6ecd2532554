/** A span of the day in minutes since midnight. It spans midnight if it ends before it begins. */
export interface HoursSpan {
  from: number
  to: number
}

const DAY_MINUTES = 24 * 60

const SPAN = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*(?:([01]?\d|2[0-3]):([0-5]\d)|24:00)$/

/** Parses `22:00-07:00, 12:00-13:30`; undefined if it's invalid. */
export function parseHours(text: string): HoursSpan[] | undefined {
  const spans = text.split(',').map((part) => parseSpan(part.trim()))
  return spans.every((span) => span !== undefined) ? spans : undefined
}

function parseSpan(text: string): HoursSpan | undefined {
  const found = SPAN.exec(text)
  if (!found) return undefined
  const [fromHour, fromMinute, toHour = 24, toMinute = 0] = found.slice(1).map((part) => part && Number(part))
  const span = {
    from: Number(fromHour) * 60 + Number(fromMinute),
    to: Number(toHour) * 60 + Number(toMinute),
  }
  return span.from === span.to ? undefined : span
}

export function isWithin(spans: readonly HoursSpan[], minuteOfDay: number): boolean {
  return spans.some(({ from, to }) =>
    from < to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to,
  )
}

export function longestSpan(spans: readonly HoursSpan[]): HoursSpan | undefined {
  return spans.toSorted((one, other) => minutesOf(other) - minutesOf(one))[0]
}

const minutesOf = ({ from, to }: HoursSpan) => (to - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES

/**
 * In whole hours, as the network counts them, and at least one, because from an hour to itself would be all day. `offsetMinutes` is how far
 * the clock is behind UTC, as in `getTimezoneOffset`.
 */
export function utcHours(span: HoursSpan, offsetMinutes: number): { from: number; to: number } {
  const hourOf = (minute: number) => (Math.round((minute + offsetMinutes) / 60) + 48) % 24
  const [from, to] = [hourOf(span.from), hourOf(span.to)]
  return from === to && minutesOf(span) < DAY_MINUTES / 2 ? { from, to: (to + 1) % 24 } : { from, to }
}
