import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { Config } from '../../config.ts'
import type { Embed } from './embed-in-child.ts'
import { type Passage, readHelp } from './help.ts'
import { minilm } from './minilm.ts'
import { openEmbedder } from './open-embedder.ts'
import {
  type Findings,
  findTopics,
  indexWords,
  nearnessOf,
  type Topic,
  type WordIndex,
} from './search-rules.ts'
import { topicsOf } from './topics.ts'

export interface Knowledge {
  find: (question: string) => Promise<Findings>
  passage: (id: string) => Promise<Passage | undefined>
  /** Whether a word exists, as far as the model knows; everything does where it is not there. */
  words: () => Promise<(word: string) => boolean>
  /** Whether topics are found by meaning, or by words only. */
  isByMeaning: () => Promise<boolean>
}

/** `none`: find by words only, to measure the difference. */
interface KnowledgeConfig {
  weights: Config['weights'] | 'none'
}

interface Log {
  info: (sentence: string) => void
  warn: (details: object, sentence: string) => void
}

/** A question waits this long for the model; for the next one it may be ready. */
const MODEL_WAIT_MS = 4_000
const TRY_AGAIN_MS = 10 * 60_000

/** How near a question is to every topic, by meaning. */
interface Nearness {
  of: (question: string) => Promise<Map<string, number>>
  isWord: (word: string) => boolean
}

/** Loads the help and the model with the first question. Works without the model, by words only. */
export function openKnowledge(
  { config, apps }: { config: KnowledgeConfig; apps: readonly AppManifest[] },
  log: Log,
): Knowledge {
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
      return await openModel(config.weights, topics, log)
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
    find: async (question) => {
      const { words } = await readText()
      const near = await soon()
      // The child process may have ended; the next question starts it again.
      const measured = await near?.of(question).catch((error) => {
        log.warn({ err: error }, 'a question was not understood by its meaning')
        return undefined
      })
      return findTopics(words, question, measured)
    },
    passage: async (id) => (await readText()).passages.get(id),
    isByMeaning: async () => (await nearness()) !== undefined,
  }
}

async function openModel(config: Config['weights'], topics: Topic[], log: Log): Promise<Nearness> {
  const { embed, folder } = await openEmbedder(config, (sentence) => log.info(sentence))
  const vocabulary = await readVocabulary(folder)
  const owners = topics.flatMap(({ id, texts }) => texts.map(() => id))
  const vectors = await vectorsOf(
    topics.flatMap(({ texts }) => texts),
    embed,
    config.cache,
  )
  const size = vectors.length / owners.length
  const of = async (question: string) => {
    const [asked] = await embed([question])
    const cosines = new Map<string, number[]>(topics.map(({ id }) => [id, []]))
    owners.forEach((id, index) => {
      let cosine = 0
      for (let at = 0; at < size; at += 1) cosine += asked![at]! * vectors[index * size + at]!
      cosines.get(id)!.push(cosine)
    })
    return new Map([...cosines].map(([id, list]) => [id, nearnessOf(list)]))
  }
  return { of, isWord: (word) => vocabulary.has(word) }
}

/** The words that the model knows whole. */
async function readVocabulary(folder: string): Promise<Set<string>> {
  const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'))
  return new Set(Object.keys(model.vocab).filter((piece) => /^[a-z]{3,}$/.test(piece)))
}

/** Cached beside the weights under a hash of model and texts: seconds of work, once for each edition of the help. */
async function vectorsOf(texts: string[], embed: Embed, folder: string): Promise<Float32Array> {
  const hash = createHash('sha256')
    .update(JSON.stringify([minilm.integrity, texts]))
    .digest('hex')
  const file = join(folder, `help-${hash.slice(0, 16)}.f32`)
  const cached = await readFile(file).catch(() => undefined)
  if (cached)
    return new Float32Array(cached.buffer.slice(cached.byteOffset, cached.byteOffset + cached.byteLength))
  const vectors = Float32Array.from((await embed(texts)).flat())
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.${process.pid}`, new Uint8Array(vectors.buffer))
  await rename(`${file}.${process.pid}`, file)
  return vectors
}
