import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { COLOUR } from './colour-rules.ts'
import type { Card } from './edit-rules.ts'
import { isSetting, withoutSettings } from './field-rules.ts'
import { ASKING, JOINS, LEAD, MAKE_IT, TAIL, withoutLead } from './request-rules.ts'

/** Words that can only stand for one another, so that one of them replaces the other. */
const KINDS = [
  'spring|summer|autumn|fall|winter',
  'dawn|sunrise|morning|noon|midday|afternoon|dusk|sunset|evening|night|midnight',
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  COLOUR,
  'photo-?realistic|realistic|cartoon|comic|manga|anime|watercolou?rs?|oil painting|pencil drawing|pixel art|line art|charcoal|pastel|sketch',
  'rain|rainy|snow|snowy|fog|foggy|sun|sunny|storm|stormy|cloudy',
  'left|right',
  'old|young|ancient|modern|medieval|futuristic',
].map((words) => ({
  isOne: new RegExp(`^(?:${words})$`, 'i'),
  anywhere: new RegExp(String.raw`\b(?:${words})\b`, 'gi'),
}))

const COUNTS = 'an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|some|many|[1-9]'
const COUNTED = new RegExp(`^(${COUNTS}) ([a-z-]+)$`, 'i')
const CHANGED = new RegExp(`^(?:${MAKE_IT})(?: in| at)? (.+?)(?:,? (?:instead|rather))?[.!?]*$`, 'i')
const INSTEAD = /^(?:in |at )?(.+?),? (?:instead|rather)[.!?]*$/i
const QUALIFIED =
  /^(?:make|turn|paint|colou?r|let) (?:the|its|his|her|their) ([a-z-]+) (?:be )?([a-z-]+)[.!?]*$/i
/** "The umbrella in green" */
const IN_QUALITY =
  /^(?:and )?(?:the|its|his|her|their) ([a-z-]+) (?:in|(?:should|must|has to|have to) be) ([a-z-]+)[.!?]*$/i
const NO_QUALITY =
  /^(?:an?|the|one|two|three|four|five|some|my|his|her|its|their|of|with|in|on|at|by|and|or|to|for|from|under|over|behind|beside|near|wearing|holding|\w+ing)$/i
const COUNTED_ONLY = new RegExp(`^((?:${COUNTS}) [a-z-]+)[.!?]*$`, 'i')
/** "Actually a hippo, she is mad about hippos" */
const CORRECTED = /^((?:an?|the) [a-z-]+), (?!with\b|in\b|on\b)/i
const ADDED =
  /^(?:add|include|put in|also add|also draw|throw in|there should (?:also )?be) ((?:an?|the|some|two|three|a few|more) [^:"]+?)(?: (?:to|in|into) (?:it|that|the (?:picture|image)))?(?: too| as well)?[.!?]*$/i
/** What a picture shows first: "a raccoon" in "a raccoon playing drums". */
const FIRST_THING =
  /^(?:an?|the|one|my|some|two|three|four|five) (?:[\w-]+ ){0,3}?[\w-]+(?=\s+(?:\w+ing|with|in|on|at|by|under|over|above|behind|beside|near|inside|from|who|that|which|wearing|as)\b|,)/i

/** The description of a picture with a part changed or added; undefined if a message does neither. */
export function changedPrompt(message: string, prompt: string): string | undefined {
  const added = ADDED.exec(message)?.[1]
  if (added) return `${prompt.replace(/[.!]+$/, '')}, with ${added}`
  const qualified = withQuality(message, prompt)
  if (qualified) return qualified
  const wanted = (CHANGED.exec(message) ??
    INSTEAD.exec(message) ??
    COUNTED_ONLY.exec(message) ??
    CORRECTED.exec(message))?.[1]?.trim()
  if (!wanted) return undefined
  return withSameKind(wanted, prompt) ?? withFirstThing(wanted, prompt, message)
}

/** "Make the bicycle blue", where it was red. */
function withQuality(message: string, prompt: string): string | undefined {
  const [, noun, quality] = QUALIFIED.exec(message) ?? IN_QUALITY.exec(message) ?? []
  if (!noun) return undefined
  const at = new RegExp(String.raw`(?:\b([a-z-]+) )?\b${RegExp.escape(noun)}\b`, 'i').exec(prompt)
  if (!at) return undefined
  const isQualified = at[1] !== undefined && !NO_QUALITY.test(at[1])
  const start = at.index + (at[1] && !isQualified ? at[1].length + 1 : 0)
  return `${prompt.slice(0, start)}${quality} ${noun}${prompt.slice(at.index + at[0].length)}`
}

/** "It has to be pink", "perhaps in oil colours": what no other rule reads is added as it was said. "Now a dog in space" is another picture. */
export function withMore(message: string, prompt: string): string {
  const bare = withoutLead(message)
  const said = bare.replace(TAIL, '').trim()
  if (ANOTHER.test(said)) return said
  const more = bare.replace(OF_IT, '').replace(TAIL, '').trim()
  return more && more.split(' ').length <= 8 ? `${prompt}, ${more}` : prompt
}

const ANOTHER = /^(?:an?|one|two|three|four|five|some) [\w-]+ .*\w/i
const OF_IT = new RegExp(`^(?:${MAKE_IT}) ?`, 'i')

/** "Winter", where the picture was of autumn. */
function withSameKind(wanted: string, prompt: string): string | undefined {
  // "Three penguins", where there were two.
  const [, , noun] = COUNTED.exec(wanted) ?? []
  const counted = noun ? new RegExp(String.raw`\b(?:${COUNTS}) ${RegExp.escape(noun)}\b`, 'i') : undefined
  if (counted?.test(prompt)) return prompt.replace(counted, wanted)
  for (const { isOne, anywhere } of KINDS)
    if (isOne.test(wanted) && prompt.match(anywhere)?.length === 1) return prompt.replace(anywhere, wanted)
  return undefined
}

/** "Make it an otter" leaves what it does and where. "An otter instead" is a picture of its own. */
function withFirstThing(wanted: string, prompt: string, message: string): string | undefined {
  const [first] = FIRST_THING.exec(prompt) ?? []
  const isAnother = /\b(?:instead|rather)\b/i.test(message) && !CHANGED.test(message)
  if (!first || /ing\b/.test(wanted) || SHAPE.test(wanted) || isAnother) return undefined
  // "Make them flamingos", where there were two swans.
  const [, count] = COUNTED.exec(first) ?? []
  if (count && /^[\w-]+s$/i.test(wanted) && first.endsWith('s'))
    return prompt.replace(first, `${count} ${wanted}`)
  const isOneThing = /^(?:an?|the|two|three|four|five) (?:[\w-]+ ?){1,2}$/i.test(wanted)
  return isOneThing ? prompt.replace(first, wanted) : undefined
}

/** Of the picture, and not what it shows. */
const SHAPE = /^an? (?:square|landscape|portrait)\b/i

const ARTICLE = /^(?:an?|the|some) /i
/** The first group is what is wanted, the second what it replaces. */
const SWAP = new RegExp(
  `^(?:(?:${MAKE_IT}|${ASKING}|it'?s(?: for)?|use|with)[ ,]+)*(.+?),? (?:rather than|instead of|and not|not) (.+?)[.!?]*$`,
  'i',
)
/** The other way round. */
const CHANGE = /^(?:change|turn|replace|swap) (.+?) (?:to|into|with|by|for) (.+?)[.!?]*$/i
/** "Not a bicycle, a motorcycle" */
const NOT_BUT = /^not (.+?)(?:,| but) (?:but |rather )?(.+?)[.!?]*$/i

/** "A dog rather than a cat, and slower": replaces one with the other in the text so far. What follows is left to other rules. */
export function replacedIn(message: string, input: AppInput): { change: AppInput; rest: string } | undefined {
  const field = typeof input.prompt === 'string' ? 'prompt' : 'text'
  const written = input[field]
  const swap = SWAP.exec(message.replace(/^(?:the )?same,? (?:but|only|just) /i, ''))
  const turned = CHANGE.exec(message) ?? NOT_BUT.exec(message)
  const said = swap ? [swap[1]!, swap[2]!] : turned ? [turned[2]!, turned[1]!] : undefined
  if (!said || typeof written !== 'string') return undefined
  const wanted = said[0]!
  // "Yellow umbrellas, not red ones": the noun stands only once.
  const unwanted = said[1]!.replace(/\bones?$/i, /[\w-]+$/.exec(wanted)?.[0] ?? '$&')
  const [head = '', ...tail] = unwanted.split(/(?=[,;] )/)
  const pairs = [
    [wanted, unwanted, ''],
    // "A crane, not a heron", where the text says "the heron".
    [wanted.replace(ARTICLE, ''), unwanted.replace(ARTICLE, ''), ''],
    [wanted, head, tail.join('')],
    [wanted.replace(ARTICLE, ''), head.replace(ARTICLE, ''), tail.join('')],
  ] as const
  for (const [replacing, replaced, rest] of pairs) {
    const at = placeOf(replaced.toLowerCase(), written.toLowerCase())
    if (at < 0) continue
    const before = written.slice(0, at)
    const changed = before + withoutOverlap(before, replacing) + written.slice(at + replaced.length)
    return { change: { [field]: changed }, rest }
  }
  return undefined
}

/** "From six, not seven", where the text says "from seven". */
function withoutOverlap(before: string, wanted: string): string {
  const [first = ''] = wanted.split(' ')
  return before.toLowerCase().endsWith(` ${first.toLowerCase()} `) && wanted.includes(' ')
    ? wanted.slice(first.length + 1)
    : wanted
}

/** As whole words if it can: "red" stands in "a bored man in a red hat" twice. */
function placeOf(words: string, text: string): number {
  const whole = new RegExp(String.raw`(?<!\w)${RegExp.escape(words)}(?!\w)`).exec(text)
  return whole?.index ?? text.indexOf(words)
}

const AVOIDED = new RegExp(
  String.raw`^${JOINS}(?:make it )?(?:without|avoid|leave out|skip|no(?! (?:an?|the|in|with) )|i don't want|don't (?:want|put|show|add)) (?!.*\b(?:instead|make|rather)\b)(?:any )?(.+?)(?: (?:in|on) (?:it|there|the \w+))?[.!?]*$`,
  'i',
)

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

/** What is asked for after the polite words and the verb: "pls make image girl on bicycle" is about "girl on bicycle". */
export function restOfRequest(message: string): string {
  const asked = message.replace(LEAD, '').replace(MAKES, '')
  const named = asked.replace(PICTURE, '')
  return (named || asked).trim()
}

const MAKES =
  /^(?:make|create|generate|give|show|design|render|produce|do|get|want|need|have|paint|draw|sketch|imagine|illustrate)(?: me| us)?\s+/i
const PICTURE =
  /^(?:(?:an?|the|some|another|one) )?(?:\w+ )?(?:pictures?|pics?|images?|img|paintings?|drawings?|illustrations?|photos?|posters?|artworks?|art|sketch(?:es)?|cover|avatar|banner|logo)\b(?: for (?:my|our|the|an?) [\w ]+?(?=,|$))?(?:,|:| of| with| showing| where| that shows)?\s*/i

/** "A village in winter, 30 steps, no people": the description, and what isn't to be in the picture; the settings are left out. */
export function descriptionIn(words: string, app: AppManifest): { prompt?: string; negative?: string } {
  const kept: string[] = []
  const avoided: string[] = []
  for (const part of words.trim().split(/(?<=[;,])\s+|(?<=[.!?])\s+/)) {
    const bare = part.replace(/[,;.]+$/, '')
    const { negative } = kept.length > 0 ? avoidedIn(bare, { app, input: {} }) : {}
    if (typeof negative === 'string') avoided.push(negative)
    else if (!isSetting(bare, app)) kept.push(part)
  }
  const described = withoutSettings(kept.join(' ').replace(/[,;]+$/, ''), app).replace(TAIL, '')
  const [end, without] = WITHOUT.exec(described) ?? []
  if (without) avoided.unshift(without)
  const prompt = (end ? described.slice(0, -end.length) : described).trim()
  return { ...(prompt && { prompt }), ...(avoided.length > 0 && { negative: avoided.join(', ') }) }
}

const WITHOUT = /,?(?: and| but)? (?:without|(?<=(?:and|but) )no) (?:any )?([^,;]+)$/i
