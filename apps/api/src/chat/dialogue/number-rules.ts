const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Record<string, number> = { hundred: 100, thousand: 1_000, million: 1_000_000 }
const small = new Map([
  ...ones.map((word, value) => [word, value] as const),
  ...tens.map((word, at) => [word, (at + 2) * 10] as const),
])

const WORD = [...small.keys(), ...Object.keys(scales)].join('|')
const RUN = new RegExp(
  String.raw`\b(?:an? (?=hundred|thousand|million)|\d+ (?=hundred|thousand|million))?(?:${WORD})(?:(?: and |[- ])(?:${WORD}))*\b`,
  'g',
)

const DIGIT = ones.slice(0, 10).join('|')
const POINT = new RegExp(String.raw`\b(?:(${DIGIT}) )?point ((?:${DIGIT})(?: (?:${DIGIT}))*)\b`, 'g')

/** The text with numbers in digits: "two thousand" is "2000", "a dozen" "12". "One" alone stays, since it's mostly no number. */
export function withDigits(text: string): string {
  return text
    .replaceAll(POINT, (_, whole, digits) =>
      [
        ones.indexOf(whole ?? 'zero'),
        digits
          .split(' ')
          .map((digit: string) => ones.indexOf(digit))
          .join(''),
      ].join('.'),
    )
    .replaceAll(/\ban? (?:couple|pair)(?: of)?\b/g, '2')
    .replaceAll(/\bhalf a dozen\b/g, '6')
    .replaceAll(/\b(?:a )?dozen\b/g, '12')
    .replaceAll(RUN, (run) => (run === 'one' ? run : String(numberOf(run))))
    .replaceAll(/\b(\d+|one) and (?:an? )?half\b/g, (_, whole) => `${whole === 'one' ? 1 : whole}.5`)
    .replaceAll(
      /\b(\d+(?:\.\d+)?)k\b(?! ?(?:photo|picture|image|video|screen|wallpaper))/g,
      (whole, number) => (whole === '4k' || whole === '8k' ? whole : String(Number(number) * 1_000)),
    )
}

function numberOf(run: string): number {
  let total = 0
  let part = 0
  for (const word of run.split(/[- ]+/)) {
    const scale = scales[word]
    if (word === 'and') continue
    if (scale === undefined) part += small.get(word) ?? (/^\d/.test(word) ? Number(word) : 1)
    else if (scale === 100) part = (part || 1) * 100
    else {
      total += (part || 1) * scale
      part = 0
    }
  }
  return total + part
}
