import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { beginningOf, inputFrom, optional, quotedIn } from './fill-rules.ts'
import { isQuestion, request, TAIL } from './request-rules.ts'
import { namedApps, plainText } from './slot-rules.ts'

/** Requests that name no app, and the app that does it. The first that fits counts. */
const requests: [RegExp, string][] = [
  [
    /^(?:remove|take away|delete|get rid of|drop|strip|erase) (?:the |my |its )?(?:back ?(?:ground|drop)|bg)\b|\b(?:everything|all) (?:around|behind|but|except)\b/,
    'cut-out',
  ],
  [/^(?:cut|crop) (?:out )?.*\bout\b|^cut out\b|^(?:isolate|free) (?:the|my)\b/, 'cut-out'],
  [/\b(?:transparent background|sticker)\b/, 'cut-out'],
  [
    /^(?:extract|get|read|take|pull|copy) .*\b(?:text|words|writing)\b.*\b(?:from|of|in|on|out)\b/,
    'read-text',
  ],
  [
    /^(?:remove|erase|take|paint|get rid of|wipe) .*\b(?:from|out of|in) (?:my|the|this|a|that) (?:photo|picture|image|pic)\b/,
    'erase-fill',
  ],
  [/^(?:erase|paint over|retouch)\b/, 'erase-fill'],
  [/^(?:extend|widen|expand|add (?:\d+|some|more) .*(?:left|right|top|bottom))\b/, 'expand-photo'],
  [
    /^(?:make|blow) .*\b(?:bigger|larger|sharper|up|twice (?:the|as) \w+|higher res\w*)\b|^(?:enlarge|upscale|sharpen|double)\b/,
    'upscale',
  ],
  [/^(?:say|read|speak|pronounce|voice)\b.*(?:[:"]|aloud|out loud)|^(?:say|speak) \w+/, 'speak'],
  [/^(?:transcribe|write down what|note down what|make subtitles)\b/, 'transcribe'],
  [/^(?:trace|vectori[sz]e)\b|\b(?:into|to|as) (?:an? )?(?:svg|vector\w*|curves)\b/, 'vectorise'],
  [
    /^(?:find|detect|count|label|mark|spot) .*\b(?:objects?|things|cats?|dogs?|cars?|people|persons?)\b.*\b(?:in|on)\b|^detect\b/,
    'find-objects',
  ],
  [
    /^(?:paint|draw|sketch|imagine|illustrate)\b|^(?:make|create|generate|give me|show me)(?: me)? (?:an? |the )?(?:picture|image|painting|drawing|illustration|photo) (?:of|with|showing)\b/,
    'imagine',
  ],
  [/^(?:picture|image|painting|drawing) of\b/, 'imagine'],
]

const VERB =
  /^(?:run|make|create|generate|write|tell|give|show|do|draw|paint|read|say|speak|cut|remove|erase|expand|extend|upscale|enlarge|transcribe|vectori[sz]e|trace|turn|convert|find|detect|extract|use|start|order|try|begin|sketch|imagine|a|an|another|one|some|open the form)\b/

/** "and cut-outs?", "show my stories": an app is named, but not asked for. */
function isMention(text: string): boolean {
  return /^(?:and|or|what about|how about) (?:for |with |the )?[\w-]+(?: [\w-]+)?\W*$|^(?:show|list)(?: me)?(?: all)?(?: of)? my\b/.test(
    text,
  )
}

/** The app that a request asks for; undefined where it asks for none. */
export function requestedApp(message: string, apps: readonly AppManifest[]): AppManifest | undefined {
  const text = plainText(message)
  if (isQuestion(text) || isMention(text)) return undefined
  const asked = request(text)
  const found = requests.find(([pattern]) => pattern.test(asked))
  const isStory =
    /\bstor(?:y|ies)\b|\btale\b/.test(asked) &&
    /^(?:tell|write|make|run|create|generate|give|a|an|another|begin|start|do)\b/.test(asked)
  const id = isStory ? 'story-teller' : found?.[1]
  if (id) return apps.find((app) => app.id === id)
  return VERB.test(asked) ? namedApps(asked, apps)[0] : undefined
}

const REFINES =
  /\b(?:instead|rather)\b|^(?:and |but |no,? |now )*(?:make (?:it|that|him|her|the (?:background|voice|colou?r))|change (?:it|that|the)|set (?:it|the)|with (?:an?|the|more|less|fewer|\d+) |in (?:an? |black|colou?r)|about |(?:a )?(?:bit |little |much )?(?:shorter|longer|slower|faster)|use (?!my |that |the (?:last|result))|but |quicker|call it|at speed|on (?:white|black))/

/** The order with what a message changes of it; undefined where it changes nothing. */
export function refineOrder(
  message: string,
  { app, input }: { app: AppManifest; input: AppInput },
): AppInput | undefined {
  const text = plainText(message)
  if (isQuestion(text) || !REFINES.test(text)) return undefined
  const subject = subjectOfChange(message, app)
  const change = { ...inputFrom(message, app), ...subject }
  return Object.keys(change).length > 0 ? { ...input, ...change } : undefined
}

/** "a dog instead", "make it about a dog": what the new text is about. */
function subjectOfChange(message: string, app: AppManifest): AppInput {
  const instead =
    /^(?:\W|no|and|but|please|make it|make that|about|of|change it to|rather)*\s*(.+?)[,]?\s+(?:instead|rather)\W*$/i.exec(
      message,
    )?.[1]
  const about = /\babout\s+(.+)$/i.exec(message)?.[1]?.replace(TAIL, '')
  const subject = (about ?? instead)?.replace(/\s+instead\W*$/i, '').trim()
  if (!subject || /\b(?:voice|black and white|colou?r)\b/i.test(subject)) return {}
  if (app.id === 'story-teller') return { prompt: quotedIn(message) ?? beginningOf(subject) }
  if (app.id === 'imagine') return { prompt: quotedIn(message) ?? subject }
  return app.id === 'speak' ? optional('text', quotedIn(message)) : {}
}

/** Whether a message asks for the person's last result as the file of an order. */
export function wantsLastResult(message: string): boolean {
  return /\b(?:my|the|that|this) (?:last|latest|previous|newest) (?:result|picture|image|photo|one|cut-?out|job|output|sound|recording)\b|\b(?:use|with|take|upscale|vectori[sz]e|enlarge|of) (?:that|the|this|its) result\b|\bthe result of (?:that|it|my last)\b|\bwhat i (?:just )?made\b/.test(
    plainText(message),
  )
}
