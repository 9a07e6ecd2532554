/** A number in a text, with what it counts if we know that unit. */
interface Figure {
  at: number
  end: number
  value: number
  unit: string | undefined
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const values = new Map<string, number>([
  ...ones.map((word, value) => [word, value] as const),
  ...tens.map((word, at) => [word, (at + 2) * 10] as const),
  ['dozen', 12],
  ['half', 0.5],
  ['twice', 2],
])
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])
const WORDS = [...values.keys(), ...scales.keys()].map((word) => `${word}s?`).join('|')

/** The things that we count. A figure for one of them doesn't cover another. */
const units: [RegExp, string][] = [
  [/^credits?\b/i, 'credits'],
  [/^(?:nodes?|machines?|computers?)\b/i, 'nodes'],
  [/^(?:jobs?|orders?)\b/i, 'jobs'],
  [/^(?:seconds?|secs?|s)\b/i, 'seconds'],
  [/^(?:minutes?|mins?)\b/i, 'minutes'],
  [/^(?:hours?|hrs?)\b/i, 'hours'],
  [/^(?:days?)\b/i, 'days'],
  [/^(?:weeks?)\b/i, 'weeks'],
  [/^(?:months?)\b/i, 'months'],
  [/^(?:%|percent|per cent)/i, 'percent'],
  [/^(?:mb|megabytes?)\b/i, 'megabytes'],
  [/^(?:gb|gigabytes?)\b/i, 'gigabytes'],
  [/^(?:px|pixels?)\b/i, 'pixels'],
  [/^(?:megapixels?|mp)\b/i, 'megapixels'],
  [/^(?:characters?|letters?)\b/i, 'characters'],
  [/^(?:tokens?|infra)\b/i, 'tokens'],
  [/^(?:dollars?|usd|euros?|eur|eth)\b/i, 'money'],
]
const BETWEEN = /^[\s*_`~-]*(?:(?:more|free|available|full|whole|spare)\s+)?[*_`]*/i

const DIGITS = String.raw`(?<![\p{L}_])\p{Nd}+(?:[,.’' \u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)?`
const SPOKEN = String.raw`(?<![\p{L}\p{Nd}_])(?:an? )?(?:${WORDS})(?:(?: and |[- ])(?:${WORDS}))*(?![\p{L}_])`
const FIGURE = new RegExp(`${DIGITS}|${SPOKEN}`, 'giu')
/** People don't read the target of a link. */
const LINK_TARGET = /\]\([^)\s]*\)/g
const LIST_NUMBER = /(?:^|\n)\s*\d{1,2}[.)]\s/g

/** The figures of a text, in digits or in words. "One" counts only before one of our units: "this one" is no figure. */
export function figuresIn(text: string): Figure[] {
  const skipped = [...text.matchAll(LINK_TARGET), ...text.matchAll(LIST_NUMBER)]
  const isSkipped = (at: number) => skipped.some((one) => at >= one.index && at < one.index + one[0].length)
  return [...text.matchAll(FIGURE)].flatMap((match) => {
    const [said] = match
    const at = match.index
    const rest = text.slice(at + said.length)
    const after = rest.replace(BETWEEN, '')
    const unit = units.find(([pattern]) => pattern.test(after))?.[1]
    if (isSkipped(at) || (/^(?:an? )?(?:ones?|half|twice)$/i.test(said) && !unit)) return []
    return [{ at, end: at + said.length, value: valueOfFigure(said), unit }]
  })
}

function valueOfFigure(said: string): number {
  if (/\p{Nd}/u.test(said)) return Number(plainDigits(said))
  let total = 0
  let part = 0
  for (const word of said.toLowerCase().split(/[- ]+/)) {
    const single = word.replace(/s$/, '')
    const scale = scales.get(word) ?? scales.get(single)
    if (scale === undefined) part += values.get(word) ?? values.get(single) ?? 0
    else if (scale === 100) part = (part || 1) * 100
    else {
      total += (part || 1) * scale
      part = 0
    }
  }
  return total + part
}

/** Converts digits of any script to ASCII, without thousands separators. */
function plainDigits(said: string): string {
  const ours = said.replaceAll(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
  return ours.replaceAll(/[,.’'\s\u00a0\u202f](?=\d{3}(?!\d))/g, '').replace(',', '.')
}

/** A script's digits are consecutive code points, starting at zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1
  return code - zero
}

/** Whether the model was given a figure: the same number, and the same unit if both have one. */
export function isKnown({ value, unit }: Figure, known: readonly Figure[]): boolean {
  return known.some(
    (one) => one.value === value && (unit === undefined || one.unit === undefined || one.unit === unit),
  )
}
