import type { AppManifest } from '@infra/protocol/apps/app'

/** Words by which people name a field, by its name; a field that isn't listed is named by its label. */
const fieldWords: Record<string, string> = {
  length: 'length|long|tokens?|words',
  temperature: 'temperature|temp',
  speed: 'speed|pace|tempo|fast|slow|slowly|quick',
  score: 'confidence|confident|sure|certain|certainty|score|threshold',
  speckle: 'specks?|speckles?',
  detail: 'colou?r details?|details?',
  steps: 'steps?',
  guidance: 'guidance',
  seed: 'seed',
  left: 'left',
  right: 'right',
  top: 'top|above|upwards',
  bottom: 'bottom|below|downwards|underneath',
  size: 'size|format',
  voice: 'voice',
  background: 'background|backdrop',
  color: 'colou?r',
  colors: 'colou?rs?',
  mode: 'shapes?',
  model: 'model',
  layout: 'layout',
  prompt: 'subject|text|prompt|description|beginning',
  text: 'text|words',
}

/** Comparisons that name a field by themselves, with the direction of the change. */
const comparisons: [RegExp, string, 1 | -1][] = [
  [/\blonger\b/, 'length', 1],
  [/\b(?:shorter|briefer)\b/, 'length', -1],
  [/\b(?:faster|quicker|speed up|speed it up)\b/, 'speed', 1],
  [/\b(?:slower|slow down|slow it down)\b/, 'speed', -1],
  [/\b(?:wilder|crazier|more (?:creative|random|daring|surprising|varied))\b/, 'temperature', 1],
  [/\b(?:tamer|calmer|less (?:creative|random|crazy|wild))\b/, 'temperature', -1],
  [/\b(?:stricter|more (?:sure|certain|confident))\b/, 'score', 1],
  [/\b(?:less (?:sure|certain|strict|confident))\b/, 'score', -1],
  [/\bmore detail(?:s|ed)?\b|\bfiner\b/, 'detail', 1],
  [/\bless detail(?:s|ed)?\b|\bcoarser\b/, 'detail', -1],
]

/** The fields that a text names, in the order in which it does. */
export function fieldsNamed(text: string, { fields }: AppManifest): string[] {
  const found = fields.flatMap(({ name, label, kind }) => {
    if (['image', 'audio', 'mask', 'boxes'].includes(kind)) return []
    const words = fieldWords[name] ?? `${name}|${label.toLowerCase()}`
    const at = new RegExp(String.raw`\b(?:${words})\b`).exec(text)?.index
    return at === undefined ? [] : [{ name, at }]
  })
  const byComparison = comparisons.flatMap(([pattern, name]) => {
    const at = pattern.exec(text)?.index
    const isKnown = fields.some((field) => field.name === name) && !found.some((one) => one.name === name)
    return at === undefined || !isKnown ? [] : [{ name, at }]
  })
  return [...found, ...byComparison].sort((one, other) => one.at - other.at).map(({ name }) => name)
}

/** Whether a comparison asks for more or less of a field. */
export function comparisonIn(text: string, field: string): 1 | -1 | undefined {
  return comparisons.find(([pattern, name]) => name === field && pattern.test(text))?.[2]
}

/** Other words for the options of a choice, by field and value. */
const optionWords: Record<string, Record<string, string>> = {
  colors: {
    binary: 'black (?:and|&|n) white|black-and-white|b&w|b/w|bw|monochrome|gr[ae]y ?scale',
    color: 'colou?r(?!s? details?)|colou?red|colou?rs|colou?rful',
  },
  mode: {
    polygon: 'polygons?|corners|angular|straight lines|edges',
    spline: 'curves|curved|smooth|splines?|rounded',
  },
  model: {
    tiny: 'quick|quickly|quicker|quickest|fast|faster|tiny|hasty|rough',
    base: 'careful|carefully|accurate|accurately|precise|precisely|thorough|thoroughly|exact|exactly|slow|base',
  },
  layout: {
    auto: 'auto|automatic|automatically|detect(?:ed)?|guess(?:ed)?',
    line: '(?:one|single|1) line',
    block: '(?:one|single|1) block',
    sparse: 'scattered|here and there',
  },
  background: { transparent: 'transparent|see[- ]?thr(?:u|ough)|without colou?r' },
}

export type Choice = Extract<AppManifest['fields'][number], { kind: 'choice' }>

/** The option of a choice that a text names, unless it says that it isn't wanted. */
export function optionNamed(said: string, { name, options }: Choice): string | undefined {
  const text = said
    .replaceAll(/"[^"]*"/g, ' ')
    .replaceAll(/\b(?:too|not so|less) \w+/g, ' ')
    .replaceAll(/\b(?:not|no|without|instead of|rather than) (?:the |an? |in )?(?:\w+ and \w+|\w+)/g, ' ')
    .replaceAll(/\b(\d+) ?(?:x|×|by) ?(\d+)\b/g, '$1x$2')
  const words = spaced(text)
  const isNamed = (label: string) => words.includes(spaced(label.toLowerCase()))
  const others = optionWords[name] ?? {}
  return options.find(
    ({ value, label }) =>
      isNamed(value) ||
      isNamed(label) ||
      (others[value] !== undefined && new RegExp(`(?<![\\w-])(?:${others[value]})(?![\\w-])`).test(text)),
  )?.value
}

/** The words alone, with a space before and after each. */
const spaced = (text: string) => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `

/** "The other British voice", "the other one": the one option that is not chosen and has what the message says of the chosen one. */
export function otherOption(text: string, { options }: Choice, chosen: unknown): string | undefined {
  if (!/\b(?:the|an?) ?other\b/.test(text)) return undefined
  const wordsOf = ({ label }: { label: string }) => label.toLowerCase().split(/\W+/)
  const current = options.filter(({ value }) => value === chosen)
  const shared = current.flatMap(wordsOf).filter((word) => new RegExp(`\\b${word}\\b`).test(text))
  const others = options.filter(
    (option) => option.value !== chosen && shared.every((word) => wordsOf(option).includes(word)),
  )
  return others.length === 1 ? others[0]!.value : undefined
}

/** Words around a setting that say nothing more. */
const FILLER =
  'an?|the|in|at|of|with|to|by|on|as|for|and|but|please|pls|thanks|it|that|this|is|be|set|use|using|only|just|up|max|maximum|minimum|min|full|whole|entire|at most|about|around|exactly|picture|image|photo|format|orientation|mode|size|side|sides|px|pixels?|percent|x|number|value|one|version|style|model|voice|story|very|quite|really|rather|same|each|both|all|smallest|shortest|lowest|least|largest|longest|highest|biggest|possible|there'
const OPTIONS =
  'square|landscape|portrait|tall|wide|upright|horizontal|vertical|longer|shorter|long|short|slower|faster|slowly|quickly'

/** Whether a text holds nothing but settings of an app, so that it isn't part of what is drawn or told. */
export function isSetting(text: string, { fields }: AppManifest): boolean {
  const names = fields
    .filter(({ kind }) => kind !== 'longtext' && kind !== 'text')
    .map(({ name, label }) => fieldWords[name] ?? `${name}|${label.toLowerCase()}`)
    .join('|')
  const rest = text
    .toLowerCase()
    .replaceAll(/\d+(?:\.\d+)?\s?(?:%|(?:x|×|by)\s?\d+)?/g, ' # ')
    .replaceAll(new RegExp(String.raw`\b(?:${OPTIONS})\b`, 'g'), ' # ')
    .replaceAll(new RegExp(String.raw`\b(?:${names})\b`, 'g'), ' # ')
    .replaceAll(new RegExp(String.raw`\b(?:${FILLER})\b`, 'g'), ' ')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
  return rest !== '' && /^[# ]+$/.test(rest)
}

/** A text without the settings at its end: "a castle, tall, 512x768, seed 7" is about a castle. */
export function withoutSettings(text: string, app: AppManifest): string {
  const gaps = [...text.matchAll(/[,;:.]\s+|\s+(?=(?:in|with|at|and|using|as)\s)/g)]
  const cut = gaps.findIndex(({ index }) => isSetting(text.slice(index), app))
  return cut < 0 ? text : text.slice(0, gaps[cut]!.index).trim()
}
