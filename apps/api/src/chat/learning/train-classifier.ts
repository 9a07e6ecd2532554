import { type Random, seeded } from '../../test/inputs/make-value.ts'
import {
  activeOf,
  featuresOf,
  HIDDEN,
  type Message,
  multiply,
  type Shape,
  softmax,
  type Weights,
  wordsOf,
} from '../knowledge/topic-classifier.ts'
import { Layer } from './layer.ts'

/** A message whose topic is known. */
export interface Example extends Message {
  topic: string
}

/** Increase this with every change that gives other weights for the same examples, so that they are learned anew. */
export const CLASSIFIER_EDITION = 5
/** A word that fewer examples have says nothing. */
const WORD_EXAMPLES_MIN = 8

const EPOCHS = 12
const BATCH = 64
/** At the first step; it falls to 0 until the last. */
const RATE = 0.005
/** Share of the hidden units that are left out at random, so that none relies on another. */
const DROPOUT = 0.3
/** Share of the probability that all topics have alike, so that none becomes certain. */
const SMOOTHING = 0.1

/**
 * Learns from examples which topic a message is about, by its meaning, its words and what was mentioned before: a network with one hidden
 * layer, by gradient descent. An example counts the less the more its topic has.
 */
export function trainClassifier(shape: Shape, examples: readonly Example[]): Weights {
  const random = seeded(1)
  const features = featuresOf(shape)
  const hidden = new Layer(features.width, HIDDEN, random)
  const output = new Layer(HIDDEN + 1, shape.topics.length, random)
  const shares = sharesOf(examples)
  const texts = examples.map((example) => ({
    input: features.of(example),
    column: shape.topics.indexOf(example.topic),
    share: shares.get(example.topic)!,
  }))
  const batches = Math.ceil(texts.length / BATCH)
  const steps = EPOCHS * batches
  for (let step = 0; step < steps; step++) {
    const batch = step % batches
    if (batch === 0) shuffle(texts, random)
    const examplesOfStep = texts.slice(batch * BATCH, (batch + 1) * BATCH)
    const learned = examplesOfStep.map(({ input, column, share }) => {
      const units = activeOf(dropout(multiply(input, hidden.weights, HIDDEN), random))
      const scores = softmax(multiply(units, output.weights, output.columns))
      const errors = scores.map((score, at) => share * (score - wanted(at === column, output.columns)))
      return { input, units, errors, before: output.errorsBefore(units, errors) }
    })
    const rate = RATE * (1 - step / steps)
    hidden.descend(
      learned.map(({ input, before }) => ({ input, errors: before })),
      rate,
    )
    output.descend(
      learned.map(({ units, errors }) => ({ input: units, errors })),
      rate,
    )
  }
  return { hidden: hidden.weights, output: output.weights }
}

const wanted = (isTopic: boolean, topics: number) => SMOOTHING / topics + (isTopic ? 1 - SMOOTHING : 0)

/** What is left out is 0; the others make up for it. */
function dropout(units: Float32Array, random: Random): Float32Array {
  return units.map((unit) => (random() < DROPOUT ? 0 : unit / (1 - DROPOUT)))
}

/** How much an example of each topic counts: 1 on average. */
function sharesOf(examples: readonly Example[]): Map<string, number> {
  const counts = Object.entries(Object.groupBy(examples, ({ topic }) => topic)).map(
    ([topic, list]) => [topic, list!.length] as const,
  )
  const sum = counts.reduce((total, [, count]) => total + Math.sqrt(count), 0)
  return new Map(counts.map(([topic, count]) => [topic, examples.length / (sum * Math.sqrt(count))]))
}

function shuffle<T>(list: T[], random: Random): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
}

/** The words that enough examples have to learn from them. */
export function commonWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= WORD_EXAMPLES_MIN).map(([word]) => word)
}
