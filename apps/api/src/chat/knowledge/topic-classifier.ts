/** What a conversation was about before a message. */
export interface Context {
  topic?: string
  appId?: string
  /** The message before. */
  said?: string
}

/** A message whose topic is known. */
export interface Example {
  text: string
  vector: ArrayLike<number>
  topic: string
  context: Context
}

/** Weight of the conversation so far, compared with the message's meaning, whose vector has length 1. */
const CONTEXT_SHARE = 0.6
/** Weight of the words of a message: the help has names and short words that its meaning loses. */
const WORDS_SHARE = 0.7

export interface Shape {
  topics: readonly string[]
  /** Those of them that decline to answer. */
  declined: readonly string[]
  apps: readonly string[]
  /** See `commonWords`. */
  words: readonly string[]
  /** Size of a message's vector: its own, and the one of it with the message before. */
  size: number
}

/** One for each topic, and one for all that decline. */
export function columnsOf({ topics }: Pick<Shape, 'topics'>): number {
  return topics.length + 1
}

/** A message with the one before it, which says what a follow-up leaves out. */
export function textInContext({ text, context: { said } }: Pick<Example, 'text' | 'context'>): string {
  return said ? `${said}. ${text}` : text
}

/** The vector of a message, given those of its text alone and in context. */
export function joined(alone: ArrayLike<number>, inContext: ArrayLike<number>): Float32Array {
  return Float32Array.from([...Array.from(alone), ...Array.from(inContext)])
}

export interface Scores {
  /** How well each topic fits a message: about 1 where it does, about 0 elsewhere. */
  topics: ReadonlyMap<string, number>
  /** The same of all topics that decline, together. */
  declined: number
}

export function classifierOf(shape: Shape, weights: Float32Array) {
  const features = featuresOf(shape)
  const columns = columnsOf(shape)
  return (message: Omit<Example, 'topic'>): Scores => {
    const scores = new Float64Array(columns)
    const { places, values } = features.of(message)
    for (let index = 0; index < places.length; index++)
      for (let column = 0; column < columns; column++)
        scores[column]! += values[index]! * weights[places[index]! * columns + column]!
    return {
      topics: new Map(shape.topics.map((topic, column) => [topic, scores[column]!])),
      declined: scores[columns - 1]!,
    }
  }
}

/** Lower case, each once. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)?/g))
}

/** The message's vector, a constant, and one feature for each topic and app that may have been mentioned, and for each word. */
export function featuresOf({ topics, apps, words, size }: Shape) {
  const topicAt = new Map(topics.map((topic, index) => [topic, size + 1 + index]))
  const appAt = new Map(apps.map((app, index) => [app, size + 1 + topics.length + index]))
  const wordsFrom = size + 1 + topics.length + apps.length
  const wordAt = new Map(words.map((word, index) => [word, wordsFrom + index]))
  return {
    width: wordsFrom + words.length,
    /** The nonzero features, in order, with their values. */
    of({ text, vector, context: { topic = '', appId = '' } }: Omit<Example, 'topic'>) {
      const about = [topicAt.get(topic), appAt.get(appId)].filter((place) => place !== undefined)
      const said = [...wordsOf(text)].map((word) => wordAt.get(word)).filter((place) => place !== undefined)
      said.sort((one, other) => one - other)
      const share = WORDS_SHARE / Math.sqrt(said.length)
      return {
        places: Int32Array.from([...Array(size + 1).keys(), ...about, ...said]),
        values: Float64Array.from([
          ...Array.from(vector),
          1,
          ...about.map(() => CONTEXT_SHARE),
          ...said.map(() => share),
        ]),
      }
    },
  }
}
