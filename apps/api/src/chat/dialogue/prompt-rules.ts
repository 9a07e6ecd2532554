import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { Card } from './edit-rules.ts'
import { isSetting } from './field-rules.ts'
import { TAIL } from './request-rules.ts'

/** Words that can only stand for one another, so that one of them replaces the other. */
const KINDS = [
  'spring|summer|autumn|fall|winter',
  'dawn|sunrise|morning|noon|midday|afternoon|dusk|sunset|evening|night|midnight',
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  'black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|gr[ae]y|golden|silver|turquoise|teal',
  'photo-?realistic|realistic|cartoon|comic|manga|anime|watercolou?rs?|oil painting|pencil drawing|pixel art|line art|charcoal|pastel|sketch',
  'rain|rainy|snow|snowy|fog|foggy|sun|sunny|storm|stormy|cloudy',
  'left|right',
  'old|young|ancient|modern|medieval|futuristic',
].map((words) => ({
  isOne: new RegExp(`^(?:${words})$`, 'i'),
  anywhere: new RegExp(String.raw`\b(?:${words})\b`, 'gi'),
}))

const JOINS =
  '(?:(?:and|but|now|then|ok|okay|no|nah|oh|hm+|um|so|please|pls|actually|maybe|rather|wait|good|great|nice|cool|lovely|perfect|fine|sorry|on second thought)[ ,.!]+)*'
const CHANGED = new RegExp(
  `^${JOINS}(?:(?:can|could|should|may) (?:it|that|this|he|she|they|we) (?:be|have)|make (?:it|that|this|him|her|them)|let it be|it should be|change (?:it|that) to|have it|do it)(?: in| at)? (.+?)(?:,? (?:instead|rather))?(?: please| pls| then)?[.!?]*$`,
  'i',
)
const INSTEAD = new RegExp(
  `^${JOINS}(?:in |at )?(.+?),? (?:instead|rather)(?: please| pls| then)?[.!?]*$`,
  'i',
)
const ADDED = new RegExp(
  `^${JOINS}(?:add|include|put in|also add|also draw|throw in|there should (?:also )?be) ((?:an?|the|some|two|three|a few|more) [^:"]+?)(?: (?:to|in|into) (?:it|that|the (?:picture|image)))?(?: too| as well)?(?: please| pls| then)?[.!?]*$`,
  'i',
)
/** What a picture shows first: "a raccoon" in "a raccoon playing drums". */
const FIRST_THING =
  /^(?:an?|the|one|my|some|two|three|four|five) (?:[\w-]+ ){0,3}?[\w-]+(?=\s+(?:\w+ing|with|in|on|at|by|under|over|above|behind|beside|near|inside|from|who|that|which|wearing|as)\b|,)/i

/** The description of a picture with a part changed or added; undefined if a message does neither. */
export function changedPrompt(message: string, prompt: string): string | undefined {
  const added = ADDED.exec(message)?.[1]
  if (added) return `${prompt.replace(/[.!]+$/, '')}, with ${added}`
  const wanted = (CHANGED.exec(message) ?? INSTEAD.exec(message))?.[1]?.trim()
  if (!wanted) return undefined
  return withSameKind(wanted, prompt) ?? withFirstThing(wanted, prompt, message)
}

/** "Winter", where the picture was of autumn. */
function withSameKind(wanted: string, prompt: string): string | undefined {
  for (const { isOne, anywhere } of KINDS)
    if (isOne.test(wanted) && prompt.match(anywhere)?.length === 1) return prompt.replace(anywhere, wanted)
  return undefined
}

/** "Make it an otter" leaves what it does and where. "An otter instead" is a picture of its own. */
function withFirstThing(wanted: string, prompt: string, message: string): string | undefined {
  const isOneThing =
    /^(?:an?|the|two|three|four|five) (?:[\w-]+ ?){1,2}$/i.test(wanted) && !/ing\b/.test(wanted)
  return isOneThing && FIRST_THING.test(prompt) && !/\b(?:instead|rather)\b/i.test(message)
    ? prompt.replace(FIRST_THING, wanted)
    : undefined
}

const ARTICLE = /^(?:an?|the|some) /i
/** The first group is what is wanted, the second what it replaces. */
const SWAP =
  /^(?:(?:no|wait|oops|hmm|oh dear|oh|lol|haha|eh|nah|well|ok|and|but|please|sorry|actually|maybe|it's(?: for)?|its(?: for)?|make (?:it|that|him|her|them)|let it be|now|use|with|i want|i'd like)[ ,]+)*(.+?),? (?:rather than|instead of|and not|not) (.+?)[.!?]*$/i
/** The other way round. */
const CHANGE =
  /^(?:(?:no|oh|and|but|please|now|ok|actually)[ ,]+)*(?:change|turn|replace|swap) (.+?) (?:to|into|with|by|for) (.+?)(?: please| pls)?[.!?]*$/i

/** "A dog rather than a cat", "change winter to summer": replaces one with the other in the text so far. */
export function replacedIn(message: string, input: AppInput): AppInput | undefined {
  const field = typeof input.prompt === 'string' ? 'prompt' : 'text'
  const written = input[field]
  const swap = SWAP.exec(message)
  const change = CHANGE.exec(message)
  const said = swap ? [swap[1]!, swap[2]!] : change ? [change[2]!, change[1]!] : undefined
  if (!said || typeof written !== 'string') return undefined
  // "A crane, not a heron", where the text says "the heron".
  for (const [wanted, unwanted] of [said, said.map((one) => one.replace(ARTICLE, ''))]) {
    const at = placeOf(unwanted!.toLowerCase(), written.toLowerCase())
    if (at >= 0) return { [field]: written.slice(0, at) + wanted! + written.slice(at + unwanted!.length) }
  }
  return undefined
}

/** As whole words if it can: "red" stands in "a bored man in a red hat" twice. */
function placeOf(words: string, text: string): number {
  const whole = new RegExp(String.raw`(?<!\w)${RegExp.escape(words)}(?!\w)`).exec(text)
  return whole?.index ?? text.indexOf(words)
}

const AVOIDED =
  /^(?:(?:and|but|also|please|just|make it)[ ,]+)*(?:without|avoid|leave out|skip|no(?! (?:an?|the|in|with) )|i don't want|don't (?:want|put|show|add)) (?!.*\b(?:instead|make|rather)\b)(?:any )?(.+?)(?: (?:in|on) (?:it|there|the \w+))?[.!?]*$/i

/** "No people in it": what isn't to be in a picture. "Also without cars" adds to what is avoided already. */
export function avoidedIn(message: string, { app, input }: Pick<Card, 'app' | 'input'>): AppInput {
  if (!app.fields.some(({ name }) => name === 'negative')) return {}
  // "40 steps and no hands in it": what is avoided may come after other changes.
  for (const part of [message, ...message.split(/[,;]\s*|\s+(?:and|n|but)\s+/i).slice(1)]) {
    const avoided = AVOIDED.exec(part)?.[1]?.replace(TAIL, '')
    if (!avoided || isSetting(avoided, app)) continue
    const isMore = /^(?:and |but )?also\b|\b(?:too|as well|either)[.!]*$/i.test(part)
    const said = avoided.replace(/,? (?:too|as well|either)$/i, '')
    return { negative: isMore && input.negative ? `${input.negative}, ${said}` : said }
  }
  return {}
}

/** "A village in winter, no people in it": the description, and what isn't to be in the picture. */
export function withoutAvoided(prompt: string, app: AppManifest): { prompt: string; negative?: string } {
  const [end] = /(?:,| and|,? but) (?:please )?(?:no|without|leave out|avoid) [^,;]+$/i.exec(prompt) ?? []
  const { negative } = end ? avoidedIn(end.replace(/^[, ]+/, ''), { app, input: {} }) : {}
  return end && typeof negative === 'string'
    ? { prompt: prompt.slice(0, -end.length).trim(), negative }
    : { prompt }
}
