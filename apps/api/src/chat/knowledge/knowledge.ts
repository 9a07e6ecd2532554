import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { Config } from '../../config.ts'
import type { AskedConversation } from '../conversations/asked-question.ts'
import { learnedSets } from '../conversations/conversation-sets.ts'
import { askedTexts, type LabelledText, orderTopic } from './asked-texts.ts'
import { type Passage, readHelp } from './help.ts'
import { minilm } from './minilm.ts'
import { offTopicExamples } from './off-topic-examples.ts'
import { openEmbedder } from './open-embedder.ts'
import {
  type Findings,
  findTopics,
  indexWords,
  isDeclined,
  type Measured,
  nearnessOf,
  OFF_TOPIC,
  type Topic,
  type WordIndex,
} from './search-rules.ts'
import {
  CLASSIFIER_EDITION,
  type Context,
  classifierOf,
  commonWords,
  type Example,
  type Scores,
  trainClassifier,
} from './topic-classifier.ts'
import { appTopic, topicsOf } from './topics.ts'

export interface Knowledge {
  /** The topics of a message, given what the conversation was about before it. */
  find: (question: string, context?: Context) => Promise<Findings>
  passage: (id: string) => Promise<Passage | undefined>
  /** Whether a word exists, as far as the model knows; without the model, every word does. */
  words: () => Promise<(word: string) => boolean>
  /** Whether topics are found by meaning, or by words only. */
  isByMeaning: () => Promise<boolean>
}

/** `none`: find topics by words only, to measure the difference. */
interface KnowledgeConfig {
  weights: Config['weights'] | 'none'
}

interface Log {
  info: (sentence: string) => void
  warn: (details: object, sentence: string) => void
}

/** A question waits this long for the model; it may be ready for the next one. */
const MODEL_WAIT_MS = 4_000
const TRY_AGAIN_MS = 10 * 60_000

/** How near a question is to every topic, by meaning and by earlier questions. */
interface Nearness {
  of: (question: string, context: Context) => Promise<Measured>
  /** Resolves once earlier questions count as well. Until then, which happens once per edition of the help, only phrasings count. */
  learned: Promise<void>
  isWord: (word: string) => boolean
}

interface Sources {
  config: KnowledgeConfig
  apps: readonly AppManifest[]
  /** The conversations to learn from. */
  sets?: Record<string, AskedConversation[]>
}

/** Loads the help and the model with the first question. Works without the model, by words only. */
export function openKnowledge({ config, apps, sets = learnedSets }: Sources, log: Log): Knowledge {
  let text: Promise<{ passages: Map<string, Passage>; topics: Topic[]; words: WordIndex }> | undefined
  let model: Promise<Nearness | undefined> | undefined
  let tryAgainAt = Number.POSITIVE_INFINITY

  const readText = () => {
    text ??= readHelp().then((help) => {
      const topics = topicsOf(help, apps)
      return { passages: new Map(help.map((one) => [one.id, one])), topics, words: indexWords(topics) }
    })
    return text
  }
  const loadModel = async (): Promise<Nearness | undefined> => {
    const { topics } = await readText()
    if (config.weights === 'none') return undefined
    try {
      return await openModel(config.weights, { topics, apps, sets }, log)
    } catch (error) {
      log.warn({ err: error }, 'the chat finds help by words alone')
      tryAgainAt = Date.now() + TRY_AGAIN_MS
      return undefined
    }
  }
  const nearness = () => {
    if (!model || Date.now() > tryAgainAt) {
      tryAgainAt = Number.POSITIVE_INFINITY
      model = loadModel()
    }
    return model
  }

  const soon = () => Promise.race([nearness(), pause(MODEL_WAIT_MS, undefined, { ref: false })])

  return {
    words: async () => (await soon())?.isWord ?? (() => true),
    find: async (question, context = {}) => {
      const { words } = await readText()
      const near = await soon()
      // The child process may have exited; the next question starts it again.
      const measured = await near?.of(question, context).catch((error) => {
        log.warn({ err: error }, 'a question was not understood by its meaning')
        return undefined
      })
      return findTopics(words, question, measured)
    },
    passage: async (id) => (await readText()).passages.get(id),
    isByMeaning: async () => {
      const near = await nearness()
      await near?.learned
      return near !== undefined
    },
  }
}

async function openModel(
  config: Config['weights'],
  { topics, apps, sets }: { topics: Topic[] } & Required<Pick<Sources, 'apps' | 'sets'>>,
  log: Log,
): Promise<Nearness> {
  const { embed, folder } = await openEmbedder(config, (sentence) => log.info(sentence))
  const vocabulary = await readVocabulary(folder)
  const vectorsOf = (name: string, texts: string[]) =>
    cached(config.cache, name, texts, async () => Float32Array.from((await embed(texts)).flat()))
  const phrasings = topics.flatMap(({ id, texts }) => texts.map((text) => ({ text, topic: id, context: {} })))
  const known = withVectors(phrasings, await vectorsOf('help', textsOf(phrasings)))
  const size = known[0]!.vector.length

  // Write is never offered by words: it would speak for Infra.
  const ordered = apps
    .filter(({ id }) => id !== 'write')
    .map(({ id }) => ({ appId: id, about: appTopic(id), topic: orderTopic(id) }))
  const labels = [...topics.map(({ id }) => id), ...ordered.map(({ topic }) => topic)]

  let classify: ReturnType<typeof classifierOf> | undefined
  const learn = async () => {
    const asked: LabelledText[] = []
    const examples = known.map((one) => ({ ...one, vector: joined(one.vector, one.vector) }))
    // Each set has vectors of its own, so that a new one costs no more than its own texts.
    const offTopic = offTopicExamples.map((text) => ({ text, topic: OFF_TOPIC, context: {} }))
    for (const ofSet of [...Object.values(sets).map((set) => askedTexts(labels, set)), offTopic]) {
      const texts = [...new Set([...textsOf(ofSet), ...ofSet.map(textInContext)])]
      const vectors = await vectorsOf('asked', texts)
      const vectorAt = new Map(texts.map((text, at) => [text, vectors.subarray(at * size, (at + 1) * size)]))
      for (const one of ofSet)
        examples.push({
          ...one,
          vector: joined(vectorAt.get(one.text)!, vectorAt.get(textInContext(one))!),
        })
      asked.push(...ofSet)
    }
    const shape = {
      topics: labels,
      declined: topics.map(({ id }) => id).filter(isDeclined),
      apps: apps.map(({ id }) => id),
      words: commonWords(textsOf(examples)),
      size: 2 * size,
    }
    const madeFrom = [phrasings, asked, shape, CLASSIFIER_EDITION]
    const weights = await cached(config.cache, 'topics', madeFrom, () => trainClassifier(shape, examples))
    classify = classifierOf(shape, weights)
  }
  const learned = learn().catch((error) => log.warn({ err: error }, 'the chat does without what was asked'))

  const of = async (question: string, context: Context) => {
    const texts = context.said ? [question, textInContext({ text: question, context })] : [question]
    const [asked, inContext = asked] = await embed(texts)
    const vector = joined(asked!, inContext!)
    const scores = classify?.({ text: question, vector, context })
    const alone = cosinesOf(asked!, known)
    const nearby = inContext === asked ? alone : cosinesOf(inContext!, known)
    const nearness = topics.map(({ id }) => {
      const nearest = { alone: alone.get(id)!, inContext: nearby.get(id)! }
      return [id, nearnessOf(nearest, scores && learnedOf(id, scores.topics))] as const
    })
    return {
      nearness: new Map(nearness),
      offTopic: scores?.declined,
      order: scores && orderIn(scores.topics),
    }
  }
  /** Who orders an app's job speaks of the app. */
  const learnedOf = (id: string, scores: Scores['topics']) => {
    const order = ordered.find(({ about }) => about === id)
    return scores.get(id)! + (order ? scores.get(order.topic)! : 0)
  }
  /** The app that is ordered if anything is, and how much more likely that is than any topic. */
  const orderIn = (scores: Scores['topics']) => {
    const orders = ordered.map(({ appId, topic }) => ({ appId, score: scores.get(topic)! }))
    const best = orders.reduce((one, other) => (other.score > one.score ? other : one))
    const topic = Math.max(...topics.map(({ id }) => scores.get(id)!))
    return { appId: best.appId, ahead: best.score - topic }
  }
  return { of, learned, isWord: (word) => vocabulary.has(word) }
}

/** A message with the one before it, which says what a follow-up leaves out. */
function textInContext({ text, context: { said } }: Pick<LabelledText, 'text' | 'context'>): string {
  return said ? `${said}. ${text}` : text
}

function joined(one: ArrayLike<number>, other: ArrayLike<number>): Float32Array {
  return Float32Array.from([...Array.from(one), ...Array.from(other)])
}

/** How near a vector is to those of each topic. */
function cosinesOf(vector: ArrayLike<number>, examples: readonly Example[]): Map<string, number[]> {
  const cosines = new Map<string, number[]>()
  for (const example of examples) {
    const list = cosines.get(example.topic)
    const cosine = cosineOf(vector, example.vector)
    if (list) list.push(cosine)
    else cosines.set(example.topic, [cosine])
  }
  return cosines
}

const textsOf = (labelled: readonly { text: string }[]) => labelled.map(({ text }) => text)

function withVectors(labelled: readonly LabelledText[], vectors: Float32Array): Example[] {
  const size = vectors.length / labelled.length
  return labelled.map((one, index) => ({
    ...one,
    vector: vectors.subarray(index * size, (index + 1) * size),
  }))
}

/** Cosine of vectors of length 1. */
function cosineOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let cosine = 0
  for (let at = 0; at < one.length; at += 1) cosine += one[at]! * other[at]!
  return cosine
}

/** The words that are in the model's vocabulary as a whole. */
async function readVocabulary(folder: string): Promise<Set<string>> {
  const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'))
  return new Set(Object.keys(model.vocab).filter((piece) => /^[a-z]{3,}$/.test(piece)))
}

/** Cached next to the weights under a hash of the model and the inputs, because it's seconds of work for each edition of the help. */
async function cached(
  folder: string,
  name: string,
  madeFrom: unknown,
  make: () => Promise<Float32Array>,
): Promise<Float32Array> {
  const hash = createHash('sha256')
    .update(JSON.stringify([minilm.integrity, madeFrom]))
    .digest('hex')
  const file = join(folder, `${name}-${hash.slice(0, 16)}.f32`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return new Float32Array(kept.buffer.slice(kept.byteOffset, kept.byteOffset + kept.byteLength))
  const made = await make()
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.${process.pid}`, new Uint8Array(made.buffer))
  await rename(`${file}.${process.pid}`, file)
  return made
}
