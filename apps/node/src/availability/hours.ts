/** A span of the day in minutes since midnight. It goes over midnight where it ends before it begins. */
export interface HoursSpan {
  from: number
  to: number
}

const SPAN = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*(?:([01]?\d|2[0-3]):([0-5]\d)|24:00)$/

/** Of `22:00-07:00, 12:00-13:30`; undefined where it makes no sense. */
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
