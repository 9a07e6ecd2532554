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
  vector: ArrayLike<number>
  topic: string
  context: Context
}

/** Of ridge regression: the larger it is, the less a single example counts. */
const LAMBDA = 1
/** Weight of the conversation so far, compared with the message's meaning, whose vector has length 1. */
const CONTEXT_SHARE = 0.6
/** Increase this with every change that gives other weights for the same examples, because weights are cached. */
export const CLASSIFIER_EDITION = 2

/** How many rows of a matrix are processed before other requests get their turn. */
const ROWS_PER_TURN = 16

/**
 * Learns from examples which topic a message is about, by its meaning and by what was mentioned before: ridge regression with one column
 * per topic. A topic with many examples counts no more in total than others.
 */
export async function trainClassifier(
  shape: Shape,
  examples: readonly Example[],
  lambda = LAMBDA,
): Promise<Float32Array> {
  const features = featuresOf(shape)
  const { width } = features
  const labels = shape.labels ?? shape.topics
  const columns = labels.length
  const at = new Map(labels.map((label, index) => [label, index]))
  const squares = new Float64Array(width * width)
  const weights = new Float64Array(width * columns)
  const counts = Map.groupBy(examples, ({ topic }) => topic)
  for (const [index, { vector, topic, context }] of examples.entries()) {
    if (index % ROWS_PER_TURN === 0) await nextTurn()
    const { places, values } = features.of(vector, context)
    const share = 1 / Math.sqrt(counts.get(topic)!.length)
    for (let one = 0; one < places.length; one++) {
      const value = share * values[one]!
      weights[places[one]! * columns + at.get(topic)!]! += value
      // The matrix is symmetric: its lower half is enough.
      for (let other = 0; other <= one; other++)
        squares[places[one]! * width + places[other]!]! += value * values[other]!
    }
  }
  for (let place = 0; place < width; place++) squares[place * width + place]! += lambda
  await solve(squares, weights, width, columns)
  return Float32Array.from(weights)
}

export interface Shape {
  topics: readonly string[]
  /** What examples are told apart by, if not by all topics. */
  labels?: readonly string[]
  apps: readonly string[]
  /** Size of a message's vector. */
  size: number
}

/** How well each topic fits a message: about 1 where it does, about 0 elsewhere. */
export function classifierOf(shape: Shape, weights: Float32Array) {
  const features = featuresOf(shape)
  const labels = shape.labels ?? shape.topics
  const columns = labels.length
  return (vector: ArrayLike<number>, context: Context): Map<string, number> => {
    const scores = new Float64Array(columns)
    const { places, values } = features.of(vector, context)
    for (let index = 0; index < places.length; index++)
      for (let column = 0; column < columns; column++)
        scores[column]! += values[index]! * weights[places[index]! * columns + column]!
    return new Map(labels.map((label, column) => [label, scores[column]!]))
  }
}

/** The message's vector, a constant, and one feature for each topic and app that may have been mentioned. */
function featuresOf({ topics, apps, size }: Shape) {
  const topicAt = new Map(topics.map((topic, index) => [topic, size + 1 + index]))
  const appAt = new Map(apps.map((app, index) => [app, size + 1 + topics.length + index]))
  return {
    width: size + 1 + topics.length + apps.length,
    /** The nonzero features, in order, with their values. */
    of(vector: ArrayLike<number>, { topic = '', appId = '' }: Context) {
      const about = [topicAt.get(topic), appAt.get(appId)].filter((place) => place !== undefined)
      return {
        places: Int32Array.from([...Array(size + 1).keys(), ...about]),
        values: Float64Array.from([...Array.from(vector), 1, ...about.map(() => CONTEXT_SHARE)]),
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
