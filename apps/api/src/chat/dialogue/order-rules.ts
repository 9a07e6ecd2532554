import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { COLOUR } from './colour-rules.ts'
import type { Card } from './edit-rules.ts'
import { isSetting } from './field-rules.ts'
import { beginningOf, optional, quotedIn, settingsFrom, validPart } from './fill-rules.ts'
import { avoidedIn, changedPrompt, replacedIn } from './prompt-rules.ts'
import {
  ASKING,
  HESITATION,
  isQuestion,
  JOINS,
  MAKE_IT,
  request,
  TAIL,
  withoutLead,
  withoutPoliteness,
} from './request-rules.ts'
import { namedApps, plainText, readFacts } from './slot-rules.ts'
import { dropped, onlySome, swapped, undone } from './whole-form-rules.ts'

/** Requests that don't name an app, and the app that does it. The first match counts. */
const requests: [RegExp, string][] = [
  [
    /^(?:remove|take(?: away| off)?|delete|get rid of|drop|strip|erase|cut away|clear|wipe|lose|kill|change|replace|swap) (?:out )?(?:the |my |its |that |all the )?(?:\w+ )?(?:back ?(?:ground|drop)|bg)\b|\b(?:no|without (?:the|an?)) background\b|\b(?:everything|all) (?:around|behind|but|except)\b|^(?:remove|erase|take away|delete|get rid of|cut away) what(?:ever)?(?:'?s| is| stands| lies)? behind\b/,
    'cut-out',
  ],
  [
    /\bcut ?-?out (?:on|with|in front of)\b|^(?:cut|crop|clip) (?:out )?.*\bout\b|^cut ?-?out\b|^(?:isolate|free|separate) (?:the|my)\b/,
    'cut-out',
  ],
  [/\b(?:transparent background|sticker)\b/, 'cut-out'],
  [
    /^read (?:me )?(?:an?|the|some|this|my) (?:\w+ )?(?:text|sentence|paragraph|story|letter|message)s? (?:out|to (?:me|us))\b/,
    'speak',
  ],
  [
    /^(?:extract|get|read|take|pull|copy|scan|grab|give me|type out|recogni[sz]e) .*\b(?:text|words|writing|letters)\b.*\b(?:from|of|in|on|out)\b|^(?:read|scan|digiti[sz]e) (?:this|my|the) (?:\w+ )?(?:receipt|sign|page|scan|document|letter|screenshot|invoice|label|menu|card|photo|picture|image)\b|^ocr\b/,
    'read-text',
  ],
  [
    /^(?:remove|erase|take|paint|get rid of|wipe|delete|clean|retouch) .*\b(?:from|out of|in|on|off) (?:my|the|this|a|that|our) (?:\w+ ){0,5}(?:photo|picture|image|pic|shot|snapshot|selfie)s?\b|^there(?:'s| is| are) .*\b(?:photo|picture|image|pic)\b.*\b(?:erase|remove|delete|get rid of|take)\b/,
    'erase-fill',
  ],
  [
    /^(?:paint over|retouch)\b|^erase (?!it\b|that\b|this\b|them\b|(?:my|the) (?:last|latest|job|result|order))/,
    'erase-fill',
  ],
  [
    /^(?:extend|widen|expand|uncrop|outpaint|(?:add|give) .*\b(?:left|right|top|bottom|sides?|edges|above|below))\b|^make .*\b(?:wider|taller|broader|(?:bigger|larger|longer) (?:on|at|to|towards) (?:the |every |each |all |both )*(?:sides?|left|right|top|bottom|edges?))\b|^\d+ ?(?:px|pixels?)\b.*\b(?:left|right|top|bottom|sides?|edges)\b/,
    'expand-photo',
  ],
  [
    /^(?:say|read|speak|pronounce|voice|narrate|record|hear|listen to|let me hear)\b.*(?:[:"]|aloud|out loud)|^(?:say|speak|narrate|pronounce) (?!to\b|with\b|(?:some|any)thing\b)\w+|\b(?:into|to|as|an?) (?:an? )?(?:audio|speech|sound|mp3|wav|voice ?over|voice message)\b.*[:"]|\b(?:an? |the )?(?:audio|sound|mp3|voice (?:message|note)|recording|clip)(?: file| message)? (?:that says|saying)\b|^(?:make |get |have )?(?:me )?(?:an? |some )?(?:audio|sound|voice|voice ?over)\b.*[:"]|^(?:tts|text to speech)\b|["].*\b(?:into|to|as) (?:an? )?(?:audio|speech|sound|mp3|wav|voice)\b/,
    'speak',
  ],
  [
    /(?:^|, |\. |\band )(?:make|blow|scale) .*\b(?:bigger|larger|sharper|crisper|up|twice (?:the|as) \w+|higher res\w*|hd)\b|^(?:enlarge|upscale|sharpen|enhance|increase|improve) (?!my (?:stake|balance|credits))|^double (?:(?:the|its|my) )?(?:size|resolution|pixels|photos?|pictures?|images?)\b/,
    'upscale',
  ],
  [
    /^(?:transcribe|write down what|note down what|write out|make subtitles|(?:make|create|do|get)(?: me)? (?:an? |the )?(?:transcript|subtitles|captions)|(?:an? |the )?(?:transcripts?|subtitles|captions) (?:of|for|to)|type (?:up|out)|caption)\b|^(?:turn|convert) .*\b(?:recording|audio|voice|memo|podcast|interview|speech|sound|call|meeting)\b.*\b(?:in)?to (?:text|words|writing)\b|\b(?:wav|mp3|recording|audio|voice (?:memo|message|note)|lecture|interview|podcast)\b.*\b(?:put|turn|convert|make) (?:it|that|this) (?:in)?to (?:text|words|writing)\b/,
    'transcribe',
  ],
  [
    /^(?:trace|vectori[sz]e)\b|\b(?:into|to|as|an?) (?:an? )?(?:svg|vectors?|vector \w+|curves)\b/,
    'vectorise',
  ],
  [
    /^(?:find|detect|count|label|mark|spot|locate|recogni[sz]e|identify|look for|tell me what) .*\b(?:in|on) (?:my|this|the|that|a|these|our) (?:\w+ ){0,2}(?:photo|picture|image|pic|shot|scene)s?\b|^detect\b/,
    'find-objects',
  ],
  [
    /^(?:paint|draw|sketch|imagine|illustrate)\b|^(?:make|create|generate|give|show|design|render)(?: me| us)? an? (?:\w+ )?(?:picture|image|painting|drawing|illustration|poster|wallpaper): |^(?:(?:make|create|generate|give|show|design|produce|do|get|render)(?: me| us)? )?(?:an? |the |some |another )?(?:\w+ ){0,2}?(?:picture|image|painting|drawing|illustration|photo|poster|wallpaper|artwork|art|portrait|sketch|cover|avatar|banner|cartoon)s? (?:of|with|showing|where|that shows) (?!my\b|me\b|mine\b)/,
    'imagine',
  ],
]

const VERB =
  /^(?:run|make|create|generate|write|tell|give|show|do|draw|paint|read|say|speak|cut|remove|erase|expand|extend|upscale|enlarge|transcribe|vectori[sz]e|trace|turn|convert|find|detect|extract|use|start|order|try|begin|sketch|imagine|a|an|another|one|some|open the form|launch|get|apply|send|put|have|help|set up|fire up|my (?:\w+ ){1,3}(?:vectori[sz]ed|upscaled|enlarged|transcribed|traced))\b/

/** "and cut-outs?", "show my stories": names an app without asking for it. */
function isMention(text: string): boolean {
  return /^(?:and|or|what about|how about) (?:for |with |the )?[\w-]+(?: [\w-]+)?(?: (?:at|for|of|in) the same \w+)?\W*$|^(?:show|list)(?: me)?(?: all)?(?: of)? my\b|^(?:show|list|see)\b.*\b(?:jobs|orders|results|i (?:ever |have )?(?:made|ordered|ran))\b/.test(
    text,
  )
}

/** The app that a request asks for; undefined if it asks for none. */
export function requestedApp(
  message: string,
  apps: readonly AppManifest[],
  spokenOf: AppManifest | undefined,
): AppManifest | undefined {
  const text = plainText(message)
  if (COUNTS.test(text.replace(SAYS, ''))) return apps.find(({ id }) => id === 'find-objects')
  if (isQuestion(text) || isMention(text)) return undefined
  const asked = request(text).replace(TAKES_RESULT, '')
  // "And one of three minutes?" asks what that would cost.
  const isOneMore = ONE_MORE.test(asked) && !(text.endsWith('?') && readFacts(text))
  if (spokenOf && (CONFIRMS.test(asked) || isOneMore)) return spokenOf
  // "There is no sky above it, add 300 px on the top": the request may come last.
  const [, end = ''] = /^[^:",;.!]+[,;.!] +(?:so |please |and )*([^:",;.!]+)[.!]*$/.exec(asked) ?? []
  const last = request(end)
  const found =
    requests.find(([pattern]) => pattern.test(asked)) ??
    (VERB_FIRST.test(last) ? requests.find(([pattern]) => pattern.test(last)) : undefined)
  const isStory =
    /\bstor(?:y|ies)\b|\btale\b/.test(asked) &&
    /^(?:\w+ ){1,2}stor(?:y|ies) (?:about|of|with|where|in)\b|^(?:tell|write|make|run|create|generate|give|a|an|another|begin|start|do|invent|compose|come up with|think up|spin|stor(?:y|ies)|some|one|two|get|order|have|produce)\b/.test(
      asked,
    )
  const id = isStory ? 'story-teller' : found?.[1]
  if (id) return apps.find((app) => app.id === id)
  return VERB.test(asked) ? namedApps(asked, apps)[0] : undefined
}

/** "Take my last result and cut out the sword": what is to be done comes second. */
const TAKES_RESULT =
  /^(?:take|use|with|grab) (?:my|the|that|this) (?:last|latest|previous|newest) \w+(?: i made)?,? (?:and|to|then) /

/** "How many sheep are in this photo?": a question that an app answers. */
const COUNTS =
  /^how many [\w ]+ (?:are|do you (?:see|count)|can you (?:see|count|find)|is|stand|sit) (?:there )?(?:in|on) (?:my|this|the|these|our) (?:\w+ ){0,2}(?:photo|picture|image|pic|shot|scene)s?\b/

/** "Please say how many chairs are in this photo" */
const SAYS = /^(?:please |kindly )*(?:say|tell)(?: me)? (?=how many)/

const VERB_FIRST =
  /^(?:add|remove|erase|extend|cut|enlarge|upscale|trace|transcribe|take (?:it|that|them) (?:out|away)|get rid of)\b/

/** Confirms that the app that was mentioned should run. */
const CONFIRMS =
  /^(?:(?:do|run|start|order|try)(?: with| for)? (?:it|that|this|one|that one|this one)|go(?: ahead| for it| with (?:it|that|this))?|try|order|sounds good|make (?:it|that) so|i(?:'ll| will) take (?:it|that|one))(?: (?:with|on|to|for|from) (?:my|the|that) (?:last|latest|previous|newest|first)?\s?(?:picture|result|photo|image|one|recording|output))?\W*$/
const ONE_MORE =
  /^(?:make|do|create|write|tell|run|try|give|draw|paint|generate|order|get)(?: me)? (?:one|another one|another) (?:about|of|with|where|for|showing|in|at)\b|^(?:one|another one|another) (?:about|of|with|where|showing)\b/

const REFINES =
  /\b(?:instead|rather)\b|^(?:make (?:it|that|him|her|the (?:background|voice|colou?r))|change (?:it|that|the)|set (?:it|the)|with (?:an?|the|more|less|fewer|\d+) |in (?:an? |black|colou?r)|about |(?:an? )?(?:bit |little |much |lot )?(?:shorter|longer|slower|faster)|(?:the )?same\b(?! (?:job|one|time))|use (?!my |that |the (?:last|result))|quicker|call it|at speed|on (?:white|black))/

/**
 * The order with the changes that a message makes; undefined if it changes nothing. Right after the order (`isLast`) a few words that fill
 * in a field are enough.
 */
export function refineOrder(message: string, card: Card, isLast: boolean): AppInput | undefined {
  const { app, input } = card
  const said = message.replace(SUPPOSES, '').replace(REST_STAYS, '')
  const text = plainText(said)
  if (OTHER_TEXTS.test(text)) return undefined
  const whole = isLast
    ? (undone(text, card) ?? swapped(text, card) ?? onlySome(text, card) ?? dropped(text, card))
    : undefined
  if (whole) return shownFields(app, whole)
  const isShort = text.split(' ').length <= SHORT_WORDS
  if (isQuestion(text) || !(REFINES.test(withoutLead(text)) || (isLast && isShort))) return undefined
  // "oh no, a ship instead please": what is around the change must not hide it.
  const bare = withoutPoliteness(said)
  const isOffered =
    isLast && (said !== message || HESITATION.test(said)) && /^\W?(?:an?|the|two|three|some) /i.test(bare)
  const replaced = replacedIn(bare, input)
  // "A double bass instead of the cello, and slower"
  if (replaced) return shownFields(app, { ...input, ...changeOf(replaced.rest, card), ...replaced.change })
  const redrawn =
    isLast && app.id === 'imagine' && typeof input.prompt === 'string'
      ? changedPrompt(bare, input.prompt)
      : undefined
  if (redrawn) return shownFields(app, { ...input, prompt: redrawn })
  const subject = subjectOfChange(isOffered ? `${bare} instead` : bare, app)
  const change = { ...changeOf(bare, card), ...avoidedIn(said, card), ...subject }
  return Object.keys(change).length > 0 ? shownFields(app, { ...input, ...change }) : undefined
}

/** "What if I take ...", "how about ...": a change as a question. */
const SUPPOSES = new RegExp(
  String.raw`^${JOINS}(?:(?:how|what) about|(?:what|and) if (?:i|we|it) (?:\w+ ){0,2}?(?:take|took|use|used|go with|had|set|make it|add|added|is|was|were)) (?=an?\b|the\b|in\b|with\b|\d|some\b|two\b)`,
  'i',
)
const REST_STAYS =
  /[,.;]?\s*(?:and )?(?:(?:the )?rest|everything else|all else|nothing else)(?: (?:stays?|is|remains?|changes?|as|like|the|it|was|same|unchanged|before|fine|good))+\W*$/i

const SHORT_WORDS = 12

/** Texts that no app writes, so asking for one doesn't change the story. */
const OTHER_TEXTS = /\b(?:poem|limerick|haiku|song|essay|e-?mail|joke|letter|recipe)\b/

/** A colour on its own is no subject. */
const COLOUR_ALONE = new RegExp(
  `^(?:(?:an?|in|more|bit|little) )*(?:${COLOUR})(?: (?:background|one))?$`,
  'i',
)

/** What a message says about single fields. */
function changeOf(message: string, card: Card): AppInput {
  return validPart(card.app, settingsFrom(message, card, true))
}

/** Without the fields that the form hides for these values. */
function shownFields(app: AppManifest, input: AppInput): AppInput {
  const isShown = ({ showIf }: AppManifest['fields'][number]) =>
    !showIf || input[showIf.field] === undefined || showIf.oneOf.includes(String(input[showIf.field]))
  const hidden = new Set(app.fields.filter((field) => !isShown(field)).map(({ name }) => name))
  return Object.fromEntries(Object.entries(input).filter(([name]) => !hidden.has(name)))
}

const INSTEAD = new RegExp(
  String.raw`^(?:\W|\b(?:${MAKE_IT}|${ASKING}|about|of|do|use|with|give me|have)\b)*\s*(.+?),?\s+(?:instead|rather)\W*$`,
  'i',
)

/** "a dog instead", "make it about a dog": the subject of the new text. */
function subjectOfChange(message: string, app: AppManifest): AppInput {
  const instead = INSTEAD.exec(message)?.[1]
  const made = /^make (?:it|that) ((?:an?|the|two|three|some) .+)$/i.exec(message)?.[1]
  const about = /\babout\s+(.+)$/i.exec(message)?.[1]?.replace(TAIL, '')
  const changed =
    /\b(?:changed (?:my|his|her|their|our) minds?|on second thought|rather|actually|scratch that)[,:]?\s+((?:an?|the|two|some) .+)$/i.exec(
      message,
    )?.[1]
  const subject = (about ?? instead ?? changed ?? made)?.replace(/[,\s]+(?:instead|rather)\W*$/i, '').trim()
  if (
    !subject ||
    COLOUR_ALONE.test(subject) ||
    isSetting(subject, app) ||
    /^(?:it|that|this|them)$|\b(?:voice|black and white|colou?r)\b/i.test(subject)
  )
    return {}
  if (app.id === 'story-teller') return { prompt: quotedIn(message) ?? beginningOf(subject) }
  if (app.id === 'imagine') return { prompt: quotedIn(message) ?? subject }
  return app.id === 'speak' ? optional('text', quotedIn(message)) : {}
}

/** Whether a message asks for the person's last result as the file of an order. */
export function wantsLastResult(message: string): boolean {
  return /\b(?:my|the|that|this) (?:very )?(?:last|latest|previous|newest|most recent) (?:result|picture|image|photo|one|thing(?: i (?:just )?made)?|cut-?out|job|output|sound|recording)\b|\b(?:use|with|take|upscale|vectori[sz]e|enlarge|of) (?:that|the|this|its) result\b|\bthe result of (?:that|it|my last)\b|\bwhat i (?:just )?made\b/.test(
    plainText(message),
  )
}
