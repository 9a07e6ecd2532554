import { columnsOf, type Example, featuresOf, type Shape, wordsOf } from '../knowledge/topic-classifier.ts'

/** Of ridge regression: the larger it is, the less a single example counts. */
const LAMBDA = 1
/** Increase this with every change that gives other weights for the same examples, so that they are learned anew. */
export const CLASSIFIER_EDITION = 4
/** A word that fewer examples have says nothing. */
const WORD_EXAMPLES_MIN = 8

/**
 * Learns from examples which topic a message is about, by its meaning, its words and what was mentioned before: ridge regression with one
 * column per topic, and one for all that decline. An example counts the less the more its topic has.
 */
export function trainClassifier(shape: Shape, examples: readonly Example[]): Float32Array<ArrayBuffer> {
  const features = featuresOf(shape)
  const { width } = features
  const columns = columnsOf(shape)
  const at = new Map(shape.topics.map((topic, index) => [topic, index]))
  const declined = new Set(shape.declined)
  const squares = new Float64Array(width * width)
  const weights = new Float64Array(width * columns)
  const counts = Map.groupBy(examples, ({ topic }) => topic)
  for (const example of examples) {
    const { topic } = example
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
  solve(squares, weights, width, columns)
  return Float32Array.from(weights)
}

/** The words that enough examples have to learn from them. */
export function commonWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= WORD_EXAMPLES_MIN).map(([word]) => word)
}

/** Solves `squares * x = weights` in place, column by column, by Cholesky decomposition. */
function solve(squares: Float64Array, weights: Float64Array, width: number, columns: number) {
  for (let row = 0; row < width; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = squares[row * width + column]!
      for (let k = 0; k < column; k++) sum -= squares[row * width + k]! * squares[column * width + k]!
      squares[row * width + column] =
        row === column ? Math.sqrt(sum) : sum / squares[column * width + column]!
    }
  }
  for (let column = 0; column < columns; column++) {
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
