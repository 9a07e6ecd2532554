import { setImmediate as nextTurn } from 'node:timers/promises'

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

/** Of ridge regression: the larger it is, the less a single example counts. */
const LAMBDA = 1
/** Weight of the conversation so far, compared with the message's meaning, whose vector has length 1. */
const CONTEXT_SHARE = 0.6
/** Increase this with every change that gives other weights for the same examples, because weights are cached. */
export const CLASSIFIER_EDITION = 4
/** Weight of the words of a message: the help has names and short words that its meaning loses. */
const WORDS_SHARE = 0.7
/** A word that fewer examples have says nothing. */
const WORD_EXAMPLES_MIN = 8

/** How many rows of a matrix are processed before other requests get their turn. */
const ROWS_PER_TURN = 16

/**
 * Learns from examples which topic a message is about, by its meaning, its words and what was mentioned before: ridge regression with one
 * column per topic, and one for all that decline. An example counts the less the more its topic has.
 */
export async function trainClassifier(shape: Shape, examples: readonly Example[]): Promise<Float32Array> {
  const features = featuresOf(shape)
  const { width } = features
  const columns = shape.topics.length + 1
  const at = new Map(shape.topics.map((topic, index) => [topic, index]))
  const declined = new Set(shape.declined)
  const squares = new Float64Array(width * width)
  const weights = new Float64Array(width * columns)
  const counts = Map.groupBy(examples, ({ topic }) => topic)
  for (const [index, example] of examples.entries()) {
    const { topic } = example
    if (index % ROWS_PER_TURN === 0) await nextTurn()
    const { places, values } = features.of(example)
    const share = 1 / Math.sqrt(counts.get(topic)!.length)
    for (let one = 0; one < places.length; one++) {
      const value = share * values[one]!
      weights[places[one]! * columns + at.get(topic)!]! += value
      if (declined.has(topic)) weights[(places[one]! + 1) * columns - 1]! += value
      // The matrix is symmetric: its lower half is enough.
      for (let other = 0; other <= one; other++)
        squares[places[one]! * width + places[other]!]! += value * values[other]!
    }
  }
  for (let place = 0; place < width; place++) squares[place * width + place]! += LAMBDA
  await solve(squares, weights, width, columns)
  return Float32Array.from(weights)
}

export interface Shape {
  topics: readonly string[]
  /** Those of them that decline to answer. */
  declined: readonly string[]
  apps: readonly string[]
  /** See `commonWords`. */
  words: readonly string[]
  /** Size of a message's vector. */
  size: number
}

export interface Scores {
  /** How well each topic fits a message: about 1 where it does, about 0 elsewhere. */
  topics: ReadonlyMap<string, number>
  /** The same of all topics that decline, together. */
  declined: number
}

export function classifierOf(shape: Shape, weights: Float32Array) {
  const features = featuresOf(shape)
  const columns = shape.topics.length + 1
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

/** The words that enough examples have to learn from them. */
export function commonWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= WORD_EXAMPLES_MIN).map(([word]) => word)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)?/g))
}

/** The message's vector, a constant, and one feature for each topic and app that may have been mentioned, and for each word. */
function featuresOf({ topics, apps, words, size }: Shape) {
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

/** Solves `squares * x = weights` in place, column by column, by Cholesky decomposition. */
async function solve(squares: Float64Array, weights: Float64Array, width: number, columns: number) {
  for (let row = 0; row < width; row++) {
    if (row % ROWS_PER_TURN === 0) await nextTurn()
    for (let column = 0; column <= row; column++) {
      let sum = squares[row * width + column]!
      for (let k = 0; k < column; k++) sum -= squares[row * width + k]! * squares[column * width + k]!
      squares[row * width + column] =
        row === column ? Math.sqrt(sum) : sum / squares[column * width + column]!
    }
  }
  for (let column = 0; column < columns; column++) {
    if (column % ROWS_PER_TURN === 0) await nextTurn()
    for (let row = 0; row < width; row++) {
      let sum = weights[row * columns + column]!
      for (let k = 0; k < row; k++) sum -= squares[row * width + k]! * weights[k * columns + column]!
      weights[row * columns + column] = sum / squares[row * width + row]!
    }
    for (let row = width - 1; row >= 0; row--) {
      let sum = weights[row * columns + column]!
      for (let k = row + 1; k < width; k++) sum -= squares[k * width + row]! * weights[k * columns + column]!
      weights[row * columns + column] = sum / squares[row * width + row]!
    }
  }
}
