import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, inputSchema } from '@infra/protocol/apps/app-input'
import { COLOUR, hexOf } from './colour-rules.ts'
import { type Card, compared, edgesOf, numbersIn } from './edit-rules.ts'
import {
  type Choice,
  fieldsNamed,
  isSetting,
  optionNamed,
  otherOption,
  withoutSettings,
} from './field-rules.ts'
import { withDigits } from './number-rules.ts'
import { descriptionIn } from './prompt-rules.ts'
import { JOINS, LEAD, TAIL } from './request-rules.ts'
import { plainText } from './slot-rules.ts'
import type { OfferedOrder } from './state-rules.ts'

/** The fields of an app that a message fills in, and nothing that it doesn't say. */
export function inputFrom(message: string, app: AppManifest): AppInput {
  return validPart(app, withAllEdges(app, settingsFrom(message, { app, input: {}, before: [] }, false)))
}

/** The form of an app that a person asks about. If it is the one above, it keeps what is filled in. */
export function formOf(app: AppManifest, message: string, above: OfferedOrder | undefined): OfferedOrder {
  const said = inputFrom(message, app)
  return above?.appId === app.id
    ? { ...above, input: { ...above.input, ...said } }
    : { appId: app.id, input: said }
}

/** "Colour is not needed" */
const NOT_NEEDED = /\b\w+ (?:is|are)(?: not|n't) (?:needed|necessary|wanted)\b,?/g

/** What a message says about the fields of a form. On a form that is shown, "half of that" is half of what it says. */
export function settingsFrom(message: string, card: Card, isOnCard: boolean): AppInput {
  const { app } = card
  const text = withDigits(plainText(message)).replaceAll(NOT_NEEDED, '')
  const said = { text, written: message, app }
  const named = numbersIn(message, card, isOnCard)
  // "At the bottom only 50" says nothing of the other sides.
  const isAll =
    isOnCard && /\b(?:only|just)\b(?! \d)/.test(said.text) && !/\b(?:also|too|as well)\b/.test(said.text)
  const numbers = isAll ? { ...withAllEdges(app, named), ...keptEdges(said.text, card, named) } : named
  return {
    ...(isOnCard && compared(said.text, card)),
    ...byLabels(said.text, app),
    ...present(fillers[app.id]?.(said) ?? {}),
    ...(isOnCard && otherOptions(said.text, card)),
    ...numbers,
  }
}

const present = (input: Record<string, AppInput[string] | undefined>): AppInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as AppInput

/** The form adds to left and right by default; people who name sides mean only those. */
function withAllEdges(app: AppManifest, input: AppInput): AppInput {
  const edges = edgesOf(app)
  if (!edges.some((name) => input[name])) return input
  return { ...Object.fromEntries(edges.map((name) => [name, 0])), ...input }
}

/** "Left and right 0, so only top and bottom": what is named without a number stays as it is. */
function keptEdges(text: string, { app, input }: Card, changed: AppInput): AppInput {
  const kept = edgesOf(app).filter(
    (name) => changed[name] === undefined && fieldsNamed(text, app).includes(name),
  )
  return present(Object.fromEntries(kept.map((name) => [name, input[name]])))
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

/** The choices of an app that a message makes, as `read` finds them. */
function choicesIn({ fields }: AppManifest, read: (field: Choice) => string | undefined): AppInput {
  const choices = fields.filter((field) => field.kind === 'choice')
  return present(Object.fromEntries(choices.map((field) => [field.name, read(field)])))
}

/** Choices that are named by their value or label. */
export function byLabels(text: string, app: AppManifest): AppInput {
  return choicesIn(app, (field) => optionNamed(text, field))
}

function otherOptions(text: string, { app, input }: Card): AppInput {
  const changed = choicesIn(app, (field) => otherOption(text, field, input[field.name]))
  // "The other one" names no field, so it has to be clear which is meant.
  return Object.keys(changed).length === 1 ? changed : {}
}

interface Message {
  text: string
  /** As it was written, for text that is copied into a field. */
  written: string
  app: AppManifest
}

const fillers: Record<string, (message: Message) => Record<string, AppInput[string] | undefined>> = {
  'story-teller': fillStory,
  speak: fillSpeech,
  imagine: fillPicture,
  write: ({ written }) => optional('prompt', quotedIn(written) ?? afterColon(written)),
  'cut-out': fillCutOut,
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
function topicIn(message: string, app: AppManifest): string | undefined {
  const about =
    /\b(?:about|abt|bout)\s+(.+)$/is.exec(message)?.[1] ??
    /\b(?:of|with|where|starring|featuring)\s+(.+)$/is.exec(message)?.[1]
  const bare = about
    ?.replace(/,?\s+as an? (?:\w+ )?story\b.*$/i, '')
    .replace(PURPOSE, '')
    .replace(/,?\s+(?:keep it|make it|and make it|but|only for me|just for me)\b.*$/i, '')
    .replace(TAIL, '')
    .trim()
  if (!bare || isSetting(bare, app)) return undefined
  return withoutSettings(bare, app).replace(TAIL, '') || undefined
}

/** ", a short one": how long it is to be, which is no part of what it is about. */
const OF_THE_STORY =
  /[,;]\s+(?:but |and )?(?:an? )?(?:(?:very|really|quite|super) )?(?:short|shorter|long|longer|little|brief)(?: (?:one|story|tale|version))?\b[^,]*$/i

const LENGTHS: [RegExp, number][] = [
  [/\b(?:most long|as long as (?:possible|it gets|you can)|full length|max(?:imum)? length)\b/, 256],
  [/\b(?:(?:very|super|really|extremely) short|tiny|as short as)\b/, 50],
  [/\b(?:short|shorter|brief)\b/, 100],
  [/\b(?:long|longer|longest)\b/, 256],
]

function fillStory({ text, written, app }: Message): AppInput {
  const length = LENGTHS.find(([name]) =>
    name.test(
      `${text.replaceAll(/"[^"]*"/g, ' ').replace(/\babout\b.*$/, '')} ${OF_THE_STORY.exec(text)?.[0] ?? ''}`,
    ),
  )?.[1]
  const begun =
    quotedIn(written) ?? (/\b(?:begin|start)\w*\b.*:/.test(text) ? afterColon(written) : undefined)
  const topic = topicIn(written, app)
  return {
    ...optional('prompt', begun ?? (topic && beginningOf(topic))),
    ...(length && { length }),
  }
}

/** The app continues a text, so a subject becomes a first sentence. */
export function beginningOf(topic: string): string {
  const head = topic.split(/\s+(?:who|that|which|in|on|at|and|with|from)\s+/i)[0]!
  const isMany = !/^(?:an?|the|my|one|this|that)\s/i.test(head) && /[^s]s$/i.test(head)
  return `Once upon a time, there ${isMany || /^(?:two|three|four|five|some|many)\s/i.test(head) ? 'were' : 'was'} ${topic}`
}

function fillSpeech({ text, written }: Message): AppInput {
  const bare =
    /^\W*(?:(?:please|can you|could you)\s+)?(?:say|speak|pronounce|read(?:\s+(?:this|it|me))?\s+(?:aloud|out loud))\s+(?!it\b|this\b|that\b|aloud\b|out\b)(.+)$/is.exec(
      written,
    )
  const said =
    quotedIn(written) ??
    afterColon(written) ??
    /\b(?:that says|saying)\s+(.+)$/is.exec(written)?.[1] ??
    bare?.[1]
      ?.replace(/\s+(?:(?:aloud|out loud)|(?:with|in|by) an?\s+[\w ]*(?:voice|accent|man|woman)).*$/i, '')
      .replace(TAIL, '')
  return { ...optional('text', said?.trim()), ...voiceIn(text), ...speedIn(text) }
}

const VOICES = ['af_heart', 'af_bella', 'am_michael', 'bf_emma', 'bm_george']

function voiceIn(text: string): AppInput {
  const own = text.includes('"') ? text.replaceAll(/"[^"]*"/g, ' ') : text.replace(/:.*$/s, ' ')
  const named = VOICES.find((voice) => new RegExp(`\\b${voice.slice(3)}(?:'?s)?\\b`).test(own))
  if (named) return { voice: named }
  const isBritish = /\b(?:british|english accent|uk|from (?:england|britain|london))\b/.test(own)
  if (/\b(?:female|woman(?:'?s)?|lady(?:'s)?|girl(?:'s)?)\b/.test(own))
    return { voice: isBritish ? 'bf_emma' : 'af_heart' }
  if (/\b(?:male|man(?:'?s)?|guy(?:'s)?|boy|gentleman)\b/.test(own))
    return { voice: isBritish ? 'bm_george' : 'am_michael' }
  if (isBritish && /\b(?:voice|accent)\b/.test(own)) return { voice: 'bf_emma' }
  return /\bquick voice\b|\bfast voice\b/.test(own) ? { voice: 'fast' } : {}
}

function speedIn(text: string): AppInput {
  if (/\b(?:slow|slower|slowly)\b|\bnot (?:so|too|that|as) fast\b/.test(text)) return { speed: 0.8 }
  return /\b(?:faster|quickly|fast)\b(?! voice)/.test(text) ? { speed: 1.25 } : {}
}

const shapes: [RegExp, string][] = [
  [
    /(?:^|[,;] |\b(?:in|as|rather|make it|and|but|use) )(?:an? )?(?:landscape|horizontal)\b|\blandscape (?:format|orientation|mode)\b|\bwide\b|\b(?:16:9|4:3|3:2)\b/,
    '1216x832',
  ],
  [
    /(?:^|[,;] |\b(?:in|as|rather|make it|and|but|use) )(?:an? )?(?:portrait|vertical)\b(?! of)|\bportrait (?:format|orientation|mode)\b|\b(?:tall|upright|9:16|3:4|2:3)\b/,
    '832x1216',
  ],
  [
    /\bsquare\b(?! (?!please|pls|then|thanks|after all)\w)|\bsquare (?:is|would be|looks) (?:better|nicer)\b|\bsquare (?:canvas|format|picture|image|one)\b|\b1:1\b/,
    '1024x1024',
  ],
]
const SIDE = new RegExp(
  String.raw`^${JOINS}(?:make it |use |take )?(?:the )?(512|1024)(?: ?px| pixels)? (?:one|version|size|square)\b`,
)

/** Kinds of pictures whose names say how they look: the description keeps them. */
const STYLES = /^(?:sketch|cartoon)$/i

function fillPicture({ text, written, app }: Message): AppInput {
  const drawn =
    /\b(?:paint|draw|sketch|imagine|illustrate)(?:\s+me)?\s+(?!(?:a|an|the|some)\s+(?:picture|image|pic)\b)(.+)$/is.exec(
      written,
    )?.[1]
  const [, kind, shown] =
    /(?<!\bfor (?:the|an?|my|our) )\b(picture|pic|image|img|painting|drawing|illustration|photo|poster|wallpaper|artwork|art|sketch|portrait|cover|avatar|banner|cartoon)s?(?:\s+(?:of|with|showing|where|that shows)|:)\s+(.+)$/is.exec(
      written,
    ) ?? []
  const of = shown && (STYLES.test(kind!) ? `${kind!.toLowerCase()} of ${shown}` : shown)
  const words = (quotedIn(written) ?? of ?? drawn ?? afterColon(written))?.replace(PURPOSE, '')
  const shape = shapes.find(([name]) => name.test(text))?.[1]
  const side = SIDE.exec(text)?.[1]
  const size = byLabels(text, app).size ?? (side ? `${side}x${side}` : shape)
  return { ...(words && descriptionIn(words, app)), ...(size && { size }) }
}

const COLOUR_NAMED = new RegExp(
  String.raw`\b(${COLOUR})\b(?= (?:colou?r )?(?:back ?(?:ground|drop)|bg|behind|(?:is|would be|looks) (?:better|nicer|prettier|more \w+)))|\b(?:background|bg|behind (?:me|him|her|it|them|us)) (?:(?:colou?r|in|to|of|be|give|is|should be|must be|plain|pure|solid|bright|deep|pale) )*(${COLOUR})\b|^${JOINS}(?:an? |in )?(${COLOUR})\b(?! (?!please|pls|then|thanks|instead|rather|again|now|and|but|one|is|would|looks|fits|suits|matches|goes)\w)|\b(?:(?:on|in front of|make it|put|plain|pure|solid|bright|deep|pale) (?:(?:an?|plain|pure|solid|bright|deep|pale) )*)(${COLOUR})\b`,
)

function fillCutOut({ text }: Message): AppInput {
  const isPerson =
    /\b(?:portrait|person|people|selfie|face|man|woman|boy|girl|friend|child|kid|baby(?! blue)|son|daughter|bride|groom|couple(?! of)|grand(?:ma|pa|mother|father|son|daughter)|mum|mom|dad|(?<=\b(?:of|out|cut|only|just) )myself|me|hair|headshot|wife|husband|mother|father|sister|brother)\b(?! voice)/.test(
      text.replace(LEAD, '').replace(/\bfor me\b|\bgive me\b|\bmake me\b|\blet me\b/g, ''),
    )
  const named = COLOUR_NAMED.exec(text)
  const name = named?.slice(1).find((one) => one !== undefined)
  // "Hot pink, #ff69b4" means the exact one.
  const color = /#[0-9a-f]{6}\b/.exec(text)?.[0] ?? hexOf(name)
  return {
    ...(isPerson && { subject: 'portrait' }),
    ...(color && { background: 'color', color }),
  }
}
