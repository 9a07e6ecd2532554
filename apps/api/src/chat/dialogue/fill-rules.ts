import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, inputSchema } from '@infra/protocol/apps/app-input'
import { withDigits } from './number-rules.ts'
import { LEAD, TAIL } from './request-rules.ts'
import { plainText, readNumber } from './slot-rules.ts'

/** The fields of an app that a message fills in, and nothing that it doesn't say. */
export function inputFrom(message: string, app: AppManifest): AppInput {
  const said = { text: withDigits(plainText(message)), message }
  const input = { ...byLabels(said.text, app), ...byNumbers(said.text, app), ...fillers[app.id]?.(said) }
  return validPart(app, input)
}

/** The fields that the app has and whose values are valid. */
export function validPart(app: AppManifest, input: Record<string, unknown>): AppInput {
  const parts = app.fields
    .filter((field) => input[field.name] !== undefined)
    .map((field) =>
      inputSchema([{ ...field, showIf: undefined }]).safeParse({ [field.name]: input[field.name] }),
    )
  return Object.assign({}, ...parts.map(({ data }) => data ?? {}))
}

/** Choices that are named by their value or label. */
function byLabels(text: string, app: AppManifest): AppInput {
  const words = ` ${text
    .replaceAll(/\b(?:too|not so|less) \w+/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  const has = (name: string) =>
    words.includes(
      ` ${name
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    )
  const chosen = app.fields.flatMap((field) => {
    if (field.kind !== 'choice') return []
    const option = field.options.find(({ value, label }) => has(value) || has(label))
    return option ? [[field.name, option.value] as const] : []
  })
  return Object.fromEntries(chosen)
}

/** "Seed 42", "minimum confidence of 0.3": numbers beside the name of a field. What is quoted or read aloud is not looked at. */
function byNumbers(text: string, { fields }: AppManifest): AppInput {
  const own = text.replaceAll(/"[^"]*"|:\s.*$/gs, ' ')
  const found = fields.flatMap(({ kind, name, label }) => {
    if (kind !== 'integer' && kind !== 'number' && kind !== 'seed') return []
    const [first, ...rest] = label.toLowerCase().split(' ')
    const names = [name, label.toLowerCase(), rest.at(-1) ?? first!].join('|')
    const given = new RegExp(
      String.raw`\b(?:${names})(?: (?:of|to|is|at|up to|about))?[ :=]+(\d+(?:\.\d+)?)(?![\d.]*\d)`,
    ).exec(own)
    return given ? [[name, Number(given[1])] as const] : []
  })
  return Object.fromEntries(found)
}

interface Said {
  text: string
  /** As it was written, for text that is copied into a field. */
  message: string
}

const fillers: Record<string, (said: Said) => Record<string, AppInput[string] | undefined>> = {
  'story-teller': fillStory,
  speak: fillSpeech,
  imagine: fillPicture,
  write: ({ message }) => optional('prompt', quotedIn(message) ?? afterColon(message)),
  'cut-out': fillCutOut,
  vectorise: ({ text }) => ({
    ...(/\b(?:black (?:and|&|n) white|black-and-white|b&w|b\/w|monochrome|binary|bw|grayscale)\b/.test(
      text,
    ) && { colors: 'binary' }),
    ...(/\b(?:in colou?r|coloured|colored)\b/.test(text) && { colors: 'color' }),
    ...(/\bpolygons?\b|\bcorners only\b|\bangular\b/.test(text) && { mode: 'polygon' }),
    ...(/\b(?:curves|smooth|splines?)\b/.test(text) && { mode: 'spline' }),
  }),
  transcribe: ({ text }) => ({
    ...(/\b(?:quick(?:ly|er)?|fast(?:er)?)\b/.test(text) && { model: 'tiny' }),
    ...(/\b(?:careful(?:ly)?|accurate(?:ly)?|precise(?:ly)?|thorough(?:ly)?|exact(?:ly)?)\b/.test(text) && {
      model: 'base',
    }),
  }),
  'find-objects': ({ text }) => {
    const sure = /(\d{1,2}) ?(?:%|percent)/.exec(text)
    return sure ? { score: Number(sure[1]) / 100 } : {}
  },
  'read-text': ({ text }) => ({
    ...(/\b(?:one|single) line\b/.test(text) && { layout: 'line' }),
    ...(/\b(?:one|single) block\b/.test(text) && { layout: 'block' }),
  }),
  'expand-photo': fillEdges,
}

export function optional(name: string, value: string | undefined): AppInput {
  return value ? { [name]: value } : {}
}

export function quotedIn(message: string): string | undefined {
  return (
    /["“„](.+?)["”]/.exec(message)?.[1]?.trim() || /(?:^|\s)'(.+?)'(?=\s|$|[.,!?])/.exec(message)?.[1]?.trim()
  )
}

function afterColon(message: string): string | undefined {
  return /:\s+(.+)$/s.exec(message)?.[1]?.trim()
}

/** What people say about why they want it. */
const PURPOSE =
  /[,;.]\s+(?:it'?s|it is|it will be|this is|that'?s|i need (?:it|this)|i want (?:it|this)) for\b.*$/i

/** What follows `about`, as it was written, without the polite words and settings after it. */
function topicIn(message: string): string | undefined {
  const about = /\b(?:about|of|with|where|starring|featuring)\s+(.+)$/is.exec(message)?.[1]
  const bare = about
    ?.replace(TAIL, '')
    .replace(/,?\s+as an? (?:\w+ )?story\b.*$/i, '')
    .replace(
      /(?:[,;]?\s+(?:in|with|of|at most|up to|no more than|using)|[,;])\s+(?:(?:about|at most|max|up to)\s+)?\d+\s+(?:tokens|words)\b.*$/i,
      '',
    )
    .replace(PURPOSE, '')
    .replace(OF_THE_STORY, '')
    .replace(/,?\s+(?:keep it|make it|and make it|but|only for me|just for me)\b.*$/i, '')
    .replace(TAIL, '')
    .trim()
  return bare || undefined
}

/** ", a short one": how long it is to be, which is no part of what it is about. */
const OF_THE_STORY =
  /[,;]\s+(?:but |and )?(?:an? )?(?:(?:very|really|quite|super) )?(?:short|shorter|long|longer|little|brief)(?: (?:one|story|tale|version))?\b[^,]*$/i

const LENGTHS: [RegExp, number][] = [
  [/\b(?:most long|as long as (?:possible|it gets|you can)|full length|max(?:imum)? length)\b/, 256],
  [/\b(?:(?:very|super|really|extremely) short|tiny|as short as)\b/, 50],
  [/\b(?:short|shorter|brief|little)\b/, 100],
  [/\b(?:long|longer|longest)\b/, 256],
]

function fillStory({ text, message }: Said): AppInput {
  const words = /(\d{2,4}) (tokens|words)\b/.exec(text)
  const tokens = words && Math.min(256, Number(words[1]) * (words[2] === 'words' ? 4 / 3 : 1))
  const length =
    tokens ??
    LENGTHS.find(([name]) =>
      name.test(`${text.replace(/\babout\b.*$/, '')} ${OF_THE_STORY.exec(text)?.[0] ?? ''}`),
    )?.[1]
  const begun =
    quotedIn(message) ?? (/\b(?:begin|start)\w*\b.*:/.test(text) ? afterColon(message) : undefined)
  const topic = topicIn(message)
  return {
    ...optional('prompt', begun ?? (topic && beginningOf(topic))),
    ...(length && { length: Math.round(length) }),
  }
}

/** The app continues a text, so a subject becomes a first sentence. */
export function beginningOf(topic: string): string {
  const head = topic.split(/\s+(?:who|that|which|in|on|at|and|with|from)\s+/i)[0]!
  const isMany = !/^(?:an?|the|my|one|this|that)\s/i.test(head) && /[^s]s$/i.test(head)
  return `Once upon a time, there ${isMany || /^(?:two|three|four|five|some|many)\s/i.test(head) ? 'were' : 'was'} ${topic}`
}

function fillSpeech({ text, message }: Said): AppInput {
  const bare =
    /^\W*(?:(?:please|can you|could you)\s+)?(?:say|speak|pronounce|read(?:\s+(?:this|it|me))?\s+(?:aloud|out loud))\s+(?!it\b|this\b|that\b|aloud\b|out\b)(.+)$/is.exec(
      message,
    )
  const said =
    quotedIn(message) ??
    afterColon(message) ??
    bare?.[1]
      ?.replace(/\s+(?:(?:aloud|out loud)|(?:with|in|by) an?\s+[\w ]*(?:voice|accent|man|woman)).*$/i, '')
      .replace(TAIL, '')
  return { ...optional('text', said?.trim()), ...voiceIn(text), ...speedIn(text) }
}

function voiceIn(text: string): AppInput {
  const named = /\b(heart|bella|michael|emma|george)(?:'?s)?\b/.exec(text.replace(/[:"].*$/s, ''))?.[1]
  const byName: Record<string, string> = {
    heart: 'af_heart',
    bella: 'af_bella',
    michael: 'am_michael',
    emma: 'bf_emma',
    george: 'bm_george',
  }
  if (named) return { voice: byName[named]! }
  const isBritish = /\b(?:british|english accent|uk)\b/.test(text)
  if (/\b(?:female|woman(?:'?s)?|lady(?:'s)?|girl(?:'s)?)\b/.test(text))
    return { voice: isBritish ? 'bf_emma' : 'af_heart' }
  if (/\b(?:male|man(?:'?s)?|guy(?:'s)?|boy|gentleman)\b/.test(text))
    return { voice: isBritish ? 'bm_george' : 'am_michael' }
  if (isBritish && /\b(?:voice|accent)\b/.test(text)) return { voice: 'bf_emma' }
  return /\bquick voice\b|\bfast voice\b/.test(text) ? { voice: 'fast' } : {}
}

function speedIn(text: string): AppInput {
  const given = /\bspeed (?:of )?(\d(?:\.\d+)?)|\b(\d\.\d+)x?\b(?= speed)/.exec(text)
  if (given) return { speed: Number(given[1] ?? given[2]) }
  if (/\b(?:slow|slower|slowly)\b/.test(text)) return { speed: 0.8 }
  return /\b(?:faster|quickly|fast)\b(?! voice)/.test(text) ? { speed: 1.25 } : {}
}

const shapes: [RegExp, string][] = [
  [
    /(?:^|[,;] |\b(?:in|as|rather|make it|and|but|use) )(?:an? )?(?:landscape|horizontal)\b|\blandscape (?:format|orientation|mode)\b|\bwide\b/,
    '1216x832',
  ],
  [
    /(?:^|[,;] |\b(?:in|as|rather|make it|and|but|use) )(?:an? )?(?:portrait|vertical)\b(?! of)|\bportrait (?:format|orientation|mode)\b|\b(?:tall|upright)\b/,
    '832x1216',
  ],
  [
    /\bsquare\b(?! \w)|\bsquare (?:is|would be|looks) (?:better|nicer)\b|\bsquare (?:canvas|format|picture|image|one)\b/,
    '1024x1024',
  ],
]
/** A shape that is named at the end isn't part of the picture. */
const SHAPE =
  /(?:,\s*(?:in\s+|as\s+)?(?:an?\s+)?|\s+(?:in|as)\s+(?:an?\s+)?)(?:landscape|portrait|square|tall|wide|upright|horizontal|vertical)(?:\s+(?:format|orientation|mode|please|pls))?[.!]*$/i

function fillPicture({ text, message }: Said): AppInput {
  const drawn =
    /\b(?:paint|draw|sketch|imagine|illustrate)(?:\s+me)?\s+(?!(?:a|an|the|some)\s+(?:picture|image|pic)\b)(.+)$/is.exec(
      message,
    )?.[1]
  const of =
    /\b(?:picture|pic|image|img|painting|drawing|illustration|photo|poster|wallpaper|artwork|art|sketch|portrait)s?(?:\s+(?:of|with|showing|where|that shows)|:)\s+(.+)$/is.exec(
      message,
    )?.[1]
  const words = (quotedIn(message) ?? of ?? drawn ?? afterColon(message))
    ?.replace(TAIL, '')
    .replace(/(?:,?\s+(?:in|at|as|size)|,)\s+\d+\s*(?:x|×|by)\s*\d+.*$/i, '')
    .replace(/,?\s+(?:with|in)\s+\d+\s+steps.*$/i, '')
    .replace(SHAPE, '')
    .replace(PURPOSE, '')
  const size = /\b(512|768|832|1024|1216) ?(?:x|×|by) ?(512|768|832|1024|1216)\b/.exec(text)
  const shape = shapes.find(([name]) => name.test(text))?.[1]
  const steps = /\b(\d{1,2}) steps\b|\bsteps:? (?:to )?(\d{1,2})\b/.exec(text)
  const chosen = size ? `${size[1]}x${size[2]}` : shape
  return {
    ...optional('prompt', words?.trim()),
    ...(chosen && { size: chosen }),
    ...(steps && { steps: Number(steps[1] ?? steps[2]) }),
  }
}

const colours: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  grey: '#808080',
  gray: '#808080',
  pink: '#ffc0cb',
  orange: '#ffa500',
  purple: '#800080',
}

function fillCutOut({ text }: Said): AppInput {
  const isPerson =
    /\b(?:portrait|person|people|selfie|face|man|woman|boy|girl|friend|child|myself|me|hair|headshot|wife|husband|mother|father|sister|brother)\b(?! voice)/.test(
      text.replace(LEAD, '').replace(/\bfor me\b|\bgive me\b|\bmake me\b|\blet me\b/g, ''),
    )
  const colour =
    /(#[0-9a-f]{6})|\b(white|black|red|green|blue|yellow|gr[ae]y|pink|orange|purple)\b(?= (?:colou?r )?(?:back ?(?:ground|drop)|bg|behind|(?:is|would be|looks) (?:better|nicer|prettier|more \w+)))|\b(?:background|bg) (?:in |to |of )?(white|black|red|green|blue|yellow|gr[ae]y|pink|orange|purple)\b|\b(?:^(?:or |and |an? |in |maybe )?|(?:on|in front of|make it) (?:an? )?)(white|black|red|green|blue|yellow|gr[ae]y|pink|orange|purple)\b/.exec(
      text,
    )
  const name = colour?.[2] ?? colour?.[3] ?? colour?.[4]
  const color = colour?.[1] ?? (name && colours[name])
  return {
    ...(isPerson && { subject: 'portrait' }),
    ...(color && { background: 'color', color }),
  }
}

/** Where Expand Photo adds to a picture. */
export const EDGES = ['left', 'right', 'top', 'bottom']

function fillEdges({ text }: Said): AppInput {
  const input: AppInput = {}
  const amount = String.raw`(\d{1,3}|an?|one) ?(?:px|pixels?)?`
  for (const side of EDGES) {
    const given = new RegExp(
      String.raw`${amount} (?:more )?(?:to|on|at|for|towards)? ?(?:the )?${side}\b|\b${side}(?: side)?(?: by|:)? ${amount}`,
    ).exec(text)
    const number = given && readNumber(given[1] ?? given[2]!)
    if (number && number > 1) input[side] = number
  }
  const all =
    /\b(\d{1,3}) ?(?:px|pixels?)?,? (?:on|at|to|in) (?:all|each|every|both) (?:four )?(?:sides?|edges?|directions?)/.exec(
      text,
    )
  if (all) for (const side of EDGES) input[side] = Number(all[1])
  // The form adds to left and right by default; people who name sides mean only those.
  if (Object.keys(input).length > 0) for (const side of EDGES) input[side] ??= 0
  return input
}
