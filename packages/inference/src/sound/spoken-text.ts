/** Writes text out as it's said: numbers, money, dates and symbols become words. What no English voice can say is left out. */
export function spokenText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”«»"()[\]{}]/g, ' ')
    .replace(/\s+[-–—]+\s+|—/g, ', ')
    .replace(/…|\.{3,}/g, '. ')
  // A text that is all in capitals is read as words; a single word in capitals is spelled.
  const calm = /[a-z]/.test(plain) || !/[A-Z]\W+[A-Z]{2}/.test(plain) ? plain : plain.toLowerCase()
  const written = rules.reduce((said, [pattern, words]) => said.replace(pattern, words as Replacer), calm)
  return written
    .replace(/[^A-Za-z' ,.;:!?\n]/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .trim()
}

/** The longest sentence that the voices take at once, in characters; longer ones are split at a comma or between words. */
const SENTENCE_LENGTH_MAX = 220

export function sentencesOf(spoken: string): string[] {
  return spoken
    .split(/(?<=[.!?]['"]?)\s+|\n+/)
    .flatMap(shortened)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[A-Za-z]/.test(sentence))
}

function shortened(sentence: string): string[] {
  if (sentence.length <= SENTENCE_LENGTH_MAX) return [sentence]
  const head = sentence.slice(0, SENTENCE_LENGTH_MAX)
  const pause = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': '))
  const space = head.lastIndexOf(' ')
  const cut = pause > 60 ? pause + 1 : space > 0 ? space : SENTENCE_LENGTH_MAX
  return [sentence.slice(0, cut), ...shortened(sentence.slice(cut).trimStart())]
}

type Replacer = (match: string, ...groups: string[]) => string

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const powers = ['', ' thousand', ' million', ' billion', ' trillion']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const MONTH = `(${months.join('|')})`
const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`

const currencies: Record<string, [one: string, many: string, part: string]> = {
  $: ['dollar', 'dollars', 'cent'],
  '€': ['euro', 'euros', 'cent'],
  '£': ['pound', 'pounds', 'penny'],
}

const units: Record<string, string> = {
  km: 'kilometre',
  cm: 'centimetre',
  mm: 'millimetre',
  kg: 'kilogram',
  mg: 'milligram',
  ml: 'millilitre',
  mph: 'mile per hour',
  KB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  ms: 'millisecond',
}

const abbreviations: Record<string, string> = {
  'Mr.': 'mister',
  'Mrs.': 'missus',
  'Ms.': 'miz',
  'Dr.': 'doctor',
  'Prof.': 'professor',
  'St.': 'saint',
  'Jr.': 'junior',
  'Sr.': 'senior',
  'vs.': 'versus',
  'etc.': 'et cetera',
  'e.g.': 'for example,',
  'i.e.': 'that is,',
  'approx.': 'approximately',
}

const signs: Record<string, string> = {
  '%': ' percent ',
  '&': ' and ',
  '@': ' at ',
  '+': ' plus ',
  '=': ' equals ',
  '×': ' times ',
  '°': ' degrees ',
  '#': ' number ',
  '/': ' slash ',
}

/** Applied in this order: each rule handles what the ones before it left. */
const rules: [RegExp, Replacer][] = [
  [/https?:\/\/(www\.)?/g, () => ''],
  [/(?<=[a-z])\.(?=[a-z]{2,})/g, () => ' dot '],
  // It may also end a sentence.
  [/\betc\.(?=\s+[A-Z]|\s*$)/g, () => 'et cetera.'],
  [
    new RegExp(`(?<![A-Za-z])(${Object.keys(abbreviations).map(escaped).join('|')})(?=\\s|$|,)`, 'g'),
    (short) => abbreviations[short]!,
  ],
  [
    /\b(\d{4})-(\d{2})-(\d{2})\b/g,
    (all, year, month, day) => dateOf(all, day!, months[Number(month) - 1], year),
  ],
  [
    new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'g'),
    (all, month, day, year) => dateOf(all, day!, month, year),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? ${MONTH}(?: (\\d{4}))?\\b`, 'g'),
    (all, day, month, year) => dateOf(all, day!, month, year),
  ],
  [/\b([01]?\d|2[0-3]):([0-5]\d)\b/g, (_, hour, minute) => timeOf(Number(hour), Number(minute))],
  [
    new RegExp(`([$€£])${NUMBER}(?: (thousand|million|billion|trillion))?`, 'g'),
    (_, sign, amount, power) => moneyOf(sign!, amount!, power),
  ],
  [
    new RegExp(`${NUMBER} ?(${Object.keys(units).join('|')})\\b`, 'g'),
    (_, amount, unit) => `${amount} ${plural(units[unit!]!, amount === '1')}`,
  ],
  [/\b(\d+)(?:st|nd|rd|th)\b/g, (_, number) => ordinal(Number(number))],
  [/(?<=^|[\s(])[-−](?=\d)/g, () => 'minus '],
  [/(?<=\d)[-–](?=\d)/g, () => ' to '],
  // Four digits without a comma are a year more often than an amount.
  [/(?<![\d.,])(1[1-9]\d\d|20\d\d)(?![\d%]|[.,]\d)/g, (_, year) => yearOf(Number(year))],
  [new RegExp(NUMBER, 'g'), (_, number) => ` ${numberOf(number!)} `],
  [/[%&@+=×°#/]/g, (sign) => signs[sign]!],
  [/[-_–]/g, () => ' '],
]

function escaped(text: string): string {
  return text.replaceAll('.', '\\.')
}

function dateOf(all: string, day: string, month: string | undefined, year?: string): string {
  if (!month || Number(day) < 1 || Number(day) > 31) return all
  return `${month} ${ordinal(Number(day))}${year === undefined ? '' : `, ${yearOf(Number(year))}`}`
}

function timeOf(hour: number, minute: number): string {
  if (minute === 0) return `${cardinal(hour)} o'clock`
  return `${cardinal(hour)} ${minute < 10 ? `oh ${ones[minute]}` : cardinal(minute)}`
}

function moneyOf(sign: string, amount: string, power: string | undefined): string {
  const [one, many, part] = currencies[sign]!
  if (power) return `${numberOf(amount)} ${power} ${many}`
  const [whole = '0', fraction] = amount.replaceAll(',', '').split('.')
  if (fraction !== undefined && fraction.length !== 2) return `${numberOf(amount)} ${many}`
  const said = `${cardinal(Number(whole))} ${Number(whole) === 1 ? one : many}`
  const parts = Number(fraction ?? 0)
  if (parts === 0) return said
  const partName = part === 'penny' ? (parts === 1 ? 'penny' : 'pence') : plural(part, parts === 1)
  const small = `${cardinal(parts)} ${partName}`
  return Number(whole) === 0 ? small : `${said} and ${small}`
}

function plural(word: string, isOne: boolean): string {
  if (isOne) return word
  const [head, ...rest] = word.split(' ')
  return [`${head}s`, ...rest].join(' ')
}

function numberOf(written: string): string {
  const [whole = '0', fraction] = written.replaceAll(',', '').split('.')
  // Long numbers and those with leading zeros are read digit by digit: they are names, not amounts.
  const isName = whole.length > 15 || (whole.length > 1 && whole.startsWith('0'))
  const said = isName ? digits(whole) : cardinal(Number(whole))
  return fraction === undefined ? said : `${said} point ${digits(fraction)}`
}

function digits(figures: string): string {
  return [...figures].map((figure) => ones[Number(figure)]).join(' ')
}

function cardinal(number: number): string {
  if (number < 20) return ones[number]!
  if (number < 100) return joined(tens[Math.floor(number / 10)]!, number % 10)
  if (number < 1000) return joined(`${ones[Math.floor(number / 100)]} hundred`, number % 100, ' and ')
  const power = Math.floor(Math.log10(number) / 3)
  const unit = 1000 ** power
  const rest = number % unit
  return joined(`${cardinal(Math.floor(number / unit))}${powers[power]}`, rest, rest < 100 ? ' and ' : ' ')
}

function joined(said: string, rest: number, by = ' '): string {
  return rest === 0 ? said : `${said}${by}${cardinal(rest)}`
}

const irregular: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

function ordinal(number: number): string {
  const words = cardinal(number).split(' ')
  const last = words.pop()!
  words.push(irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`))
  return words.join(' ')
}

function yearOf(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100]
  if (year < 1100 || year > 2099 || (century === 20 && rest < 10)) return cardinal(year)
  if (rest === 0) return `${cardinal(century)} hundred`
  return `${cardinal(century)} ${rest < 10 ? `oh ${ones[rest]}` : cardinal(rest)}`
}
