/** Each unit with its abbreviation and the text for one of it. Without `Intl`, whose first use blocks a phone for 100 ms. */
const steps = [
  { seconds: 31_536_000, unit: 'y', one: 'last year' },
  { seconds: 2_592_000, unit: 'mo', one: 'last month' },
  { seconds: 604_800, unit: 'w', one: 'last week' },
  { seconds: 86_400, unit: 'd', one: 'yesterday' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'm' },
]

/** A negative age is "just now", because two clocks are never exactly the same. */
export function formatAge(ageMs: number): string {
  const seconds = ageMs / 1000
  const step = steps.find((one) => seconds >= one.seconds)
  if (!step) return 'just now'
  const count = Math.floor(seconds / step.seconds)
  return count === 1 && step.one ? step.one : `${count}${step.unit} ago`
}
