import type { Embedding } from './embed-in-child.ts'

/** What a conversation was about before a message. */
export interface Context {
  topic?: string
  appId?: string
  /** The message before. */
  said?: string
}

/** A message with the vector of its meaning: see `joined`. */
export interface Message {
  text: string
  vector: ArrayLike<number>
  context: Context
}

/** Weight of the conversation so far, compared with the message's meaning, whose vectors have length 1. */
const CONTEXT_SHARE = 0.6
/** Weight of the words of a message: the help has names and short words that its meaning loses. */
const WORDS_SHARE = 0.7
/** Units of the hidden layer. */
export const HIDDEN = 256

export interface Shape {
  topics: readonly string[]
  apps: readonly string[]
  /** See `commonWords`. */
  words: readonly string[]
  /** Size of a message's vector. */
  size: number
}

/** Of a network with one hidden layer: a row for each feature, and one for each hidden unit and a last for the bias. */
export interface Weights {
  hidden: Float32Array
  output: Float32Array
}

/** A message with the one before it, which says what a follow-up leaves out. */
export function textInContext({ text, context: { said } }: Pick<Message, 'text' | 'context'>): string {
  return said ? `${said}. ${text}` : text
}

/** The vector of a message, given the embeddings of its text alone and in context. */
export function joined(alone: Embedding, inContext: Embedding): Float32Array {
  return Float32Array.from([...alone.mean, ...alone.max, ...inContext.mean])
}

/** How probable each topic is, together 1. */
export type Scores = ReadonlyMap<string, number>

export function classifierOf(shape: Shape, { hidden, output }: Weights): (message: Message) => Scores {
  const features = featuresOf(shape)
  return (message) => {
    const units = activeOf(multiply(features.of(message), hidden, HIDDEN))
    const scores = softmax(multiply(units, output, shape.topics.length))
    return new Map(shape.topics.map((topic, column) => [topic, scores[column]!]))
  }
}

/** Multiplies a vector by a matrix with so many columns. Four rows at a time take half the time of one after the other. */
export function multiply(vector: Float32Array, matrix: Float32Array, columns: number): Float32Array {
  const product = new Float32Array(columns)
  const fours = vector.length - (vector.length % 4)
  for (let row = 0; row < fours; row += 4) {
    const [a, b, c, d] = [vector[row]!, vector[row + 1]!, vector[row + 2]!, vector[row + 3]!]
    if (a === 0 && b === 0 && c === 0 && d === 0) continue
    let at = row * columns
    for (let column = 0; column < columns; column++, at++)
      product[column]! +=
        a * matrix[at]! +
        b * matrix[at + columns]! +
        c * matrix[at + 2 * columns]! +
        d * matrix[at + 3 * columns]!
  }
  for (let row = fours; row < vector.length; row++)
    for (let column = 0; column < columns; column++)
      product[column]! += vector[row]! * matrix[row * columns + column]!
  return product
}

/** The hidden units, 0 where they say nothing, and the constant of the bias. */
export function activeOf(units: Float32Array): Float32Array {
  return Float32Array.from({ length: HIDDEN + 1 }, (_, unit) =>
    unit === HIDDEN ? 1 : Math.max(0, units[unit]!),
  )
}

export function softmax(scores: Float32Array): Float32Array {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((one, other) => one + other)
  return powers.map((power) => power / sum)
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
    of({ text, vector, context: { topic = '', appId = '' } }: Message): Float32Array {
      const values = new Float32Array(wordsFrom + words.length)
      values.set(vector)
      values[size] = 1
      const said = [...wordsOf(text)].map((word) => wordAt.get(word)).filter((place) => place !== undefined)
      for (const place of said) values[place] = WORDS_SHARE / Math.sqrt(said.length)
      for (const place of [topicAt.get(topic), appAt.get(appId)])
        if (place !== undefined) values[place] = CONTEXT_SHARE
      return values
    },
  }
}
