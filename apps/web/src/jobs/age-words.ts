const formats = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago, in words. What lies a little ahead is now: two clocks are never quite the same. */
export function ageWords(ageMs: number): string {
  const seconds = ageMs / 1000
  const step = steps.find(([, length]) => seconds >= length)
  return step ? formats.format(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}
