import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { Config } from '../../config.ts'
import { type Passage, readHelp } from './help.ts'
import { type Learned, readLearned } from './learned.ts'
import { openEmbedder } from './open-embedder.ts'
import {
  type Findings,
  findTopics,
  indexWords,
  type Measured,
  type Topic,
  type WordIndex,
} from './search-rules.ts'
import { type Context, classifierOf, joined, type Scores, textInContext } from './topic-classifier.ts'
import { orderedApps, topicsOf } from './topics.ts'

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

/** What was learned of questions and their topics. */
interface Model {
  of: (question: string, context: Context) => Promise<Measured>
  isWord: (word: string) => boolean
}

interface Sources {
  config: KnowledgeConfig
  apps: readonly AppManifest[]
  /** By default, what comes with the code. */
  learned?: () => Promise<Learned>
}

/** Loads the help and the model with the first question. Works without the model, by words only. */
export function openKnowledge({ config, apps, learned = readLearned }: Sources, log: Log): Knowledge {
  let text: Promise<{ passages: Map<string, Passage>; topics: Topic[]; words: WordIndex }> | undefined
  let model: Promise<Model | undefined> | undefined
  let tryAgainAt = Number.POSITIVE_INFINITY

  const readText = () => {
    text ??= readHelp().then((help) => {
      const topics = topicsOf(help, apps)
      return { passages: new Map(help.map((one) => [one.id, one])), topics, words: indexWords(topics) }
    })
    return text
  }
  const loadModel = async (): Promise<Model | undefined> => {
    const { topics } = await readText()
    if (config.weights === 'none') return undefined
    try {
      return await openModel(config.weights, { topics, apps, learned: await learned() }, log)
    } catch (error) {
      log.warn({ err: error }, 'the chat finds help by words alone')
      tryAgainAt = Date.now() + TRY_AGAIN_MS
      return undefined
    }
  }
  const openedModel = () => {
    if (!model || Date.now() > tryAgainAt) {
      tryAgainAt = Number.POSITIVE_INFINITY
      model = loadModel()
    }
    return model
  }

  const soon = () => Promise.race([openedModel(), pause(MODEL_WAIT_MS, undefined, { ref: false })])

  return {
    words: async () => (await soon())?.isWord ?? (() => true),
    find: async (question, context = {}) => {
      const { words } = await readText()
      const opened = await soon()
      // The child process may have exited; the next question starts it again.
      const measured = await opened?.of(question, context).catch((error) => {
        log.warn({ err: error }, 'a question was not understood by its meaning')
        return undefined
      })
      return findTopics(words, question, measured)
    },
    passage: async (id) => (await readText()).passages.get(id),
    isByMeaning: async () => (await openedModel()) !== undefined,
  }
}

async function openModel(
  config: Config['weights'],
  { topics, apps, learned }: { topics: Topic[]; apps: readonly AppManifest[]; learned: Learned },
  log: Log,
): Promise<Model> {
  const { embed, folder } = await openEmbedder(config, (sentence) => log.info(sentence))
  const vocabulary = await readVocabulary(folder)
  const classify = classifierOf(learned.shape, learned.weights)
  const ordered = orderedApps(apps)

  const of = async (question: string, context: Context) => {
    const texts = context.said ? [question, textInContext({ text: question, context })] : [question]
    const [asked, inContext = asked] = await embed(texts)
    const scores = classify({ text: question, vector: joined(asked!, inContext!), context })
    return { topics: new Map(topics.map(({ id }) => [id, learnedOf(id, scores)])), order: orderIn(scores) }
  }
  /** Who orders an app's job speaks of the app. A topic that was added since has no score. */
  const learnedOf = (id: string, scores: Scores) => {
    const order = ordered.find(({ about }) => about === id)
    return (scores.get(id) ?? 0) + (order ? scores.get(order.topic)! : 0)
  }
  /** The app that is ordered if anything is, and how much more probable that is than any topic. */
  const orderIn = (scores: Scores) => {
    const orders = ordered.map(({ appId, topic }) => ({ appId, score: scores.get(topic)! }))
    const [best] = orders.toSorted((one, other) => other.score - one.score)
    if (!best) return undefined
    const topic = Math.max(...topics.map(({ id }) => scores.get(id) ?? 0))
    return { appId: best.appId, ahead: best.score - topic }
  }
  return { of, isWord: (word) => vocabulary.has(word) }
}

/** The words that are in the model's vocabulary as a whole. */
async function readVocabulary(folder: string): Promise<Set<string>> {
  const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'))
  return new Set(Object.keys(model.vocab).filter((piece) => /^[a-z]{3,}$/.test(piece)))
}
