import type { AppManifest } from '@infra/protocol/apps/app'
import { withDigits } from './number-rules.ts'
import type { Facts, Period } from './state-rules.ts'

/** Other names that people use for an app. */
const appNames: Record<string, RegExp> = {
  'cut-out':
    /\bcut ?-?outs?\b|\bcutting out\b|\bbackground remov\w+|\bremov\w+ (?:the |my |its )?(?:background|bg)\b/,
  'erase-fill': /\berase (?:&|and|n) fill\b|\beraser?\b|\binpaint\w*/,
  'expand-photo': /\bexpand(?:ing)?(?: photo)?\b|\boutpaint\w*/,
  upscale: /\bup-?scal(?:e|es|ed|ing|er)\b|\benlarg(?:e|es|ed|ing)\b|\bsuper-? ?resolution\b/,
  speak:
    /\bspeak\b(?! to| with)|\btexts?[- ](?:in)?to[- ](?:speech|audio|voice|sound)\b|\btts\b|\bvoice-?overs?\b|\b(?:read|say)\b.*\b(?:aloud|out loud)\b/,
  transcribe:
    /\btranscri(?:be|bes|bed|bing|pt|ption)s?\b|\btyp(?:e|es|ed|ing) (?:\w+ ){0,2}up\b|\b(?:speech|audio|voice|sound|recordings?|talk|podcasts?)[- ](?:in)?to[- ](?:text|words|writing)\b|\bsubtitles?\b/,
  'story-teller': /\bstory ?-?tellers?\b|\bstor(?:y|ies)\b|\b(?:fairy )?tales?\b/,
  'read-text':
    /\bread[- ]text\b|\bocr\b|\b(?:pictures?|images?|photos?|scans?)[- ](?:in)?to[- ]text\b|\b(?:text|words) (?:from|in|on|out of) (?:an? |my |the |this )?(?:pictures?|images?|photos?|scans?|screenshots?)\b/,
  'find-objects':
    /\bfind(?:ing)?[- ]objects?\b|\bobjectfinder\b|\bobject (?:detection|finder)\b|\bdetect(?:ing)? objects?\b/,
  vectorise: /\bvectori[sz](?:e|es|ed|er|ing)\b|\bsvgs?\b/,
  imagine:
    /\bimagine\b|\b(?:text|words)[- ](?:in)?to[- ](?:image|picture|photo|art)s?\b|\b(?:pictures?|images?|art) from (?:text|words|a (?:prompt|description|text))\b/,
  write:
    /\bwrite app\b|\bapp write\b|\b(?:with|use|run|price of|cost of) write\b|\bdoes write (?:cost|take)\b/,
}

/** The apps that a message names, in the order in which it names them. */
export function namedApps(text: string, apps: readonly AppManifest[]): AppManifest[] {
  const found = apps.flatMap((app) => {
    const at = appNames[app.id]?.exec(text)?.index
    return at === undefined ? [] : [{ app, at }]
  })
  return found.sort((one, other) => one.at - other.at).map(({ app }) => app)
}

const numberWords: Record<string, number> = { half: 0.5, 'half a': 0.5, 'half an': 0.5, a: 1, an: 1, one: 1 }
const NUMBER = String.raw`(\d[\d,]*(?:\.\d+)?|half an?|half|an?|one)`

function readNumber(word: string): number {
  return numberWords[word] ?? Number(word.replaceAll(',', ''))
}

const pictureSizes: [RegExp, number, number][] = [
  [/\b4k\b/, 3840, 2160],
  [/\bfull[- ]?hd\b|\b1080p\b/, 1920, 1080],
  [/\b720p\b/, 1280, 720],
]
const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3_600 }

const TIMES_AGO = new RegExp(
  String.raw`\b(?:last|past|previous) ${NUMBER} (?:hour|day|week|month)s?\b|\b${NUMBER} (?:second|minute|hour|day|week|month)s? ago\b`,
  'g',
)

/** The size of an input that a message mentions. */
export function readFacts(said: string): Facts | undefined {
  const text = withDigits(said).replaceAll(TIMES_AGO, ' ')
  const facts: Facts = {}
  const sides = /\b(\d{2,5}) ?(?:px)? ?(?:x|×|by|\*) ?(\d{2,5})\b/.exec(text)
  const megapixels = new RegExp(String.raw`\b${NUMBER}[- ]?(?:mp|mpx|mega-?pixels?)\b`).exec(text)
  const known = pictureSizes.find(([name]) => name.test(text))
  if (sides) Object.assign(facts, { width: Number(sides[1]), height: Number(sides[2]) })
  else if (megapixels) Object.assign(facts, { width: readNumber(megapixels[1]!) * 1_000, height: 1_000 })
  else if (known) Object.assign(facts, { width: known[1], height: known[2] })
  const time = new RegExp(
    String.raw`\b${NUMBER}[- ](secs?|seconds?|mins?|minutes?|hrs?|hours?)\b|\b(\d+(?:\.\d+)?) ?(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b`,
  )
  const duration = time.exec(text)
  const clock =
    /\b(\d{1,2}):([0-5]\d)\b(?= (?:min\w*|long|recording|audio|song|podcast|clip|sound|memo))/.exec(text)
  if (clock) facts.seconds = Number(clock[1]) * 60 + Number(clock[2])
  else if (duration) facts.seconds = secondsOf(text, duration)
  const characters = new RegExp(String.raw`\b${NUMBER}[- ]?(?:characters?|chars?|letters?)\b`).exec(text)
  if (characters) facts.characters = readNumber(characters[1]!)
  return Object.keys(facts).length > 0 ? facts : undefined
}

function secondsOf(text: string, duration: RegExpExecArray): number {
  const unit = secondsIn[(duration[2] ?? duration[4])![0]!]!
  const rest = text.slice(duration.index + duration[0].length)
  const more = /^ and a half\b/.test(rest) ? unit / 2 : 0
  const and = /^,? (?:and )?(\d+) ?(?:s|secs?|seconds?)\b/.exec(rest)
  return readNumber((duration[1] ?? duration[3])!) * unit + more + (and && unit > 1 ? Number(and[1]) : 0)
}

const calendar = (unit: 'day' | 'week' | 'month', back: number): Period => ({ kind: 'calendar', unit, back })
const rolling = (hours: number): Period => ({ kind: 'rolling', hours })
const hoursIn: Record<string, number> = { h: 1, d: 24, w: 168, m: 720 }

/** The period that a message mentions. */
export function readPeriod(said: string): Period | undefined {
  const text = withDigits(said)
  const last = new RegExp(
    String.raw`\b(?:last|past|previous) ${NUMBER} (hour|day|week|month)s?\b|\b${NUMBER} (hour|day|week|month)s? ago\b`,
  ).exec(text)
  if (last?.[1]) return rolling(Math.round(readNumber(last[1]) * hoursIn[last[2]![0]!]!))
  if (last?.[3] && last[4] !== 'hour')
    return calendar(last[4] as 'day' | 'week' | 'month', Math.round(readNumber(last[3])))
  if (/\btoday\b|\bso far today\b|\bthis (?:morning|afternoon|evening)\b|\btonight\b/.test(text))
    return calendar('day', 0)
  if (/\bday before yesterday\b/.test(text)) return calendar('day', 2)
  if (/\byesterday\b|\blast night\b/.test(text)) return calendar('day', 1)
  if (/\b(?:this|current) week\b|\bsince (?:monday|the weekend)\b/.test(text)) return calendar('week', 0)
  if (/\b(?:last|previous) week\b/.test(text)) return calendar('week', 1)
  if (/\b(?:this|current) month\b|\bsince the (?:first|start|beginning) of the month\b/.test(text))
    return calendar('month', 0)
  if (/\b(?:last|previous) month\b/.test(text)) return calendar('month', 1)
  if (/\bpast day\b/.test(text)) return rolling(24)
  if (/\bpast week\b/.test(text)) return rolling(168)
  if (/\bpast month\b/.test(text)) return rolling(720)
  if (/\b(?:last|past) (?:hour)\b/.test(text)) return rolling(1)
  return undefined
}

export function describePeriod(period: Period): string {
  if (period.kind === 'rolling') {
    if (period.hours % 24 !== 0 || period.hours === 24)
      return period.hours === 1 ? 'in the last hour' : `in the last ${period.hours} hours`
    return `in the last ${period.hours / 24} days`
  }
  const { unit, back } = period
  if (unit === 'day') return back === 0 ? 'today' : back === 1 ? 'yesterday' : `${back} days ago`
  if (back === 0) return `this ${unit}`
  return back === 1 ? `last ${unit}` : `${back} ${unit}s ago`
}

/** In lowercase, with plain quotes and single spaces. Keeps the words. */
export function plainText(message: string): string {
  return message
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
