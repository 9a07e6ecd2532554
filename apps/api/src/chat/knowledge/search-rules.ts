/** The topic of anything that has nothing to do with the network. */
export const OFF_TOPIC = 'other/off-topic'

/** What a question can be about: a passage of the help, an app, or live data. */
export interface Topic {
  id: string
  /** Phrasings of the same topic; the nearest of them count. */
  texts: string[]
  /** Its text, used for its words only. Embedding it as well would cost as much as all phrasings and adds nothing to them. */
  body?: string
}

export interface Found {
  id: string
  /** From 0 to about 1. */
  score: number
}

export interface Findings {
  /** Best first. */
  found: Found[]
  /** Whether the first of them is good enough to be the answer. */
  isSure: boolean
  order?: MeasuredOrder | undefined
}

/** Tuned on `tuning-questions.ts`. */
const SURE_BY_WORDS_MIN = 0.4
/** The help has names that the model knows nothing of: they are found by words. */
const WORDS_SHARE = 0.3
/** We are sure of a topic that is this many times as probable as being off topic, and a little more. */
const OFF_TOPIC_TIMES = 2
const AHEAD_MIN = 0.1

/** The app that a message orders, if it orders one, and how much more probable that is than the best topic. */
export interface MeasuredOrder {
  appId: string
  ahead: number
}

/** How probable it is that a question is about each topic, as it was learned. */
export interface Measured {
  topics: ReadonlyMap<string, number>
  /** If any app can be ordered. */
  order: MeasuredOrder | undefined
}

/** Topics that decline to answer. */
export function isDeclined(id: string): boolean {
  return id === OFF_TOPIC || id === 'product/what-i-cannot-do'
}

/** By meaning and words; by words only if the model is missing. */
export function findTopics(index: WordIndex, question: string, measured: Measured | undefined): Findings {
  const byWords = rankByWords(index, question)
  const found = index.topics.map(({ id }) => {
    const words = byWords.get(id)!
    return { id, score: measured ? measured.topics.get(id)! + WORDS_SHARE * words : words }
  })
  found.sort((one, other) => other.score - one.score)
  if (!measured) return { found, isSure: found[0]!.score >= SURE_BY_WORDS_MIN }
  const answer = found.find(({ id }) => !isDeclined(id))?.score ?? 0
  const declined = [...measured.topics].filter(([id]) => isDeclined(id))
  const offTopic = declined.reduce((sum, [, probability]) => sum + probability, 0)
  return { found, isSure: answer - OFF_TOPIC_TIMES * offTopic >= AHEAD_MIN, order: measured.order }
}

const STOP = new Set(
  `a an and any are as at be been but by can could did do does for from get give had has have how i if in into is it its
  just let like me my of off on or our out please show so some tell than that the their them then there these they this
  to up us use want was we were what when where which who why will with would you your now right not no yes am im all
  about here more much many make made`.split(/\s+/),
)

/** The words without stop words, each reduced to a rough stem. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words
    .flatMap((word) => [word, ...(word.includes('_') ? word.split('_') : [])])
    .filter((word) => word.length > 1 && !STOP.has(word))
    .map(stem)
}

function stem(word: string): string {
  const short = word.replace(/(?:ing|ed|es|s|e)$/, '')
  return short.length >= 3 ? short : word
}

export interface WordIndex {
  topics: { id: string; phrasings: Set<string>; words: Map<string, number>; length: number }[]
  /** The inverse document frequency of a word. */
  weight: (word: string) => number
}

export function indexWords(topics: readonly Topic[]): WordIndex {
  const entries = topics.map(({ id, texts, body = '' }) => {
    const list = contentWords([id.replaceAll(/[/-]/g, ' '), ...texts, body].join(' '))
    const words = new Map<string, number>()
    for (const word of list) words.set(word, (words.get(word) ?? 0) + 1)
    return { id, phrasings: new Set(texts.map(bare)), words, length: list.length }
  })
  const holders = new Map<string, number>()
  for (const { words } of entries)
    for (const word of words.keys()) holders.set(word, (holders.get(word) ?? 0) + 1)
  const weight = (word: string) => {
    const having = holders.get(word) ?? 0
    return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
  }
  return { topics: entries, weight }
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** BM25, divided by the score of a topic with every word of the question; an exact phrasing scores 1. */
export function rankByWords(index: WordIndex, question: string): Map<string, number> {
  const asked = [...new Set(contentWords(question))]
  const mean = index.topics.reduce((sum, { length }) => sum + length, 0) / index.topics.length
  const best = asked.reduce((sum, word) => sum + index.weight(word), 0) * 2.2
  return new Map(
    index.topics.map(({ id, phrasings, words, length }) => {
      if (phrasings.has(bare(question))) return [id, 1]
      const score = asked.reduce((sum, word) => {
        const count = words.get(word) ?? 0
        return sum + (index.weight(word) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean))
      }, 0)
      return [id, best === 0 ? 0 : score / best]
    }),
  )
}
