import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishedApps } from '../../catalogue/published-apps.ts'
import type { Config } from '../../config.ts'
import type { AskedConversation } from '../conversations/asked-question.ts'
import { learnedSets } from '../conversations/conversation-sets.ts'
import { readHelp } from '../knowledge/help.ts'
import type { Learned } from '../knowledge/learned.ts'
import { minilm } from '../knowledge/minilm.ts'
import { openEmbedder } from '../knowledge/open-embedder.ts'
import { isDeclined, OFF_TOPIC } from '../knowledge/search-rules.ts'
import { type Example, joined, type Shape, textInContext } from '../knowledge/topic-classifier.ts'
import { orderedApps, topicsOf } from '../knowledge/topics.ts'
import { askedTexts, type LabelledText } from './asked-texts.ts'
import { offTopicExamples } from './off-topic-examples.ts'
import { CLASSIFIER_EDITION, commonWords, trainClassifier } from './train-classifier.ts'

type Sets = Record<string, AskedConversation[]>

/** All texts to learn from. */
interface Texts {
  phrasings: LabelledText[]
  /** What was asked in each set. Each has vectors of its own, so that a new set costs no more than its own texts. */
  asked: LabelledText[][]
  shape: Omit<Shape, 'size'>
}

/** Learns from the help, the phrasings of all topics and the conversations in `sets`. Vectors are cached beside the weights of the model. */
export async function learn(
  config: Config['weights'],
  sets: Sets = learnedSets,
  say: (sentence: string) => void = () => {},
): Promise<Learned> {
  const { embed } = await openEmbedder(config, say)
  const texts = await readTexts(sets)
  const vectorsOf = async (of: readonly LabelledText[]) => {
    const all = [...new Set(of.flatMap((one) => [one.text, textInContext(one)]))]
    const vectors = await cached(config.cache, all, async () => Float32Array.from((await embed(all)).flat()))
    const size = vectors.length / all.length
    const vectorAt = new Map(all.map((text, at) => [text, vectors.subarray(at * size, (at + 1) * size)]))
    return of.map((one): Example & { alone: Float32Array } => {
      const [alone, inContext] = [vectorAt.get(one.text)!, vectorAt.get(textInContext(one))!]
      return { ...one, alone, vector: joined(alone, inContext) }
    })
  }
  const phrasings = await vectorsOf(texts.phrasings)
  const examples = [...phrasings]
  for (const ofSet of texts.asked) examples.push(...(await vectorsOf(ofSet)))
  const shape = { ...texts.shape, size: examples[0]!.vector.length }
  return {
    madeFrom: hashOf(texts),
    shape,
    weights: trainClassifier(shape, examples),
    phrasings: phrasings.map(({ topic, alone }) => ({ topic, vector: alone })),
  }
}

/** What `madeFrom` is if the same is learned from. */
export async function hashOfTexts(): Promise<string> {
  return hashOf(await readTexts(learnedSets))
}

function hashOf(texts: Texts): string {
  return sha256([minilm.integrity, CLASSIFIER_EDITION, texts])
}

/** Of all apps, also those that are switched off somewhere. */
async function readTexts(sets: Sets): Promise<Texts> {
  const apps = publishedApps({ appsOff: new Set() })
  const topics = topicsOf(await readHelp(), apps)
  const labels = [...topics.map(({ id }) => id), ...orderedApps(apps).map(({ topic }) => topic)]
  const phrasings = topics.flatMap(({ id, texts }) => texts.map((text) => ({ text, topic: id, context: {} })))
  const offTopic = offTopicExamples.map((text) => ({ text, topic: OFF_TOPIC, context: {} }))
  const asked = [...Object.values(sets).map((set) => askedTexts(labels, set)), offTopic]
  return {
    phrasings,
    asked,
    shape: {
      topics: labels,
      declined: topics.map(({ id }) => id).filter(isDeclined),
      apps: apps.map(({ id }) => id),
      words: commonWords([phrasings, ...asked].flat().map(({ text }) => text)),
    },
  }
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

async function cached(
  folder: string,
  texts: readonly string[],
  make: () => Promise<Float32Array<ArrayBuffer>>,
): Promise<Float32Array> {
  const file = join(folder, `vectors-${sha256([minilm.integrity, texts]).slice(0, 16)}.f32`)
  const stored = await readFile(file).catch(() => undefined)
  if (stored)
    return new Float32Array(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength))
  const made = await make()
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.${process.pid}`, new Uint8Array(made.buffer))
  await rename(`${file}.${process.pid}`, file)
  return made
}
