import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishedApps } from '../../catalogue/published-apps.ts'
import type { Config } from '../../config.ts'
import type { AskedConversation } from '../conversations/asked-question.ts'
import { learnedSets } from '../conversations/conversation-sets.ts'
import type { Embedding } from '../knowledge/embed-in-child.ts'
import { readHelp } from '../knowledge/help.ts'
import type { Learned } from '../knowledge/learned.ts'
import { minilm } from '../knowledge/minilm.ts'
import { openEmbedder } from '../knowledge/open-embedder.ts'
import { joined, type Shape, textInContext } from '../knowledge/topic-classifier.ts'
import { orderedApps, topicsOf } from '../knowledge/topics.ts'
import { askedTexts, type LabelledText } from './asked-texts.ts'
import { readMessages } from './read-messages.ts'
import { CLASSIFIER_EDITION, commonWords, type Example, trainClassifier } from './train-classifier.ts'

type Sets = Record<string, AskedConversation[]>

/** All texts to learn from, in groups: each has vectors of its own, so that a new one costs no more than its own texts. */
interface Texts {
  groups: LabelledText[][]
  shape: Omit<Shape, 'size'>
}

/** Learns from the help, the phrasings of all topics, messages as people may write them and the conversations in `sets`. Embeddings are cached. */
export async function learn(
  config: Config['weights'],
  sets: Sets = learnedSets,
  say: (sentence: string) => void = () => {},
): Promise<Learned> {
  const { embed } = await openEmbedder(config, say)
  const texts = await readTexts(sets)
  const examples: Example[] = []
  for (const group of texts.groups) {
    const all = [...new Set(group.flatMap((one) => [one.text, textInContext(one)]))]
    const embeddings = await cached(config.cache, all, () => embed(all))
    const of = new Map(all.map((text, at) => [text, embeddings[at]!]))
    for (const one of group)
      examples.push({ ...one, vector: joined(of.get(one.text)!, of.get(textInContext(one))!) })
  }
  const shape = { ...texts.shape, size: examples[0]!.vector.length }
  return { madeFrom: hashOf(texts), shape, weights: trainClassifier(shape, examples) }
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
  const asked = Object.values(sets).map((set) => askedTexts(labels, set))
  const groups = [phrasings, ...(await readMessages()), ...asked]
  const words = commonWords(groups.flat().map(({ text }) => text))
  return { groups, shape: { topics: labels, apps: apps.map(({ id }) => id), words } }
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** Stored as 32-bit numbers, each embedding's mean before its largest values. */
async function cached(
  folder: string,
  texts: readonly string[],
  make: () => Promise<Embedding[]>,
): Promise<Embedding[]> {
  const file = join(folder, `embeddings-${sha256([minilm.integrity, texts]).slice(0, 16)}.f32`)
  const stored = await readFile(file).catch(() => undefined)
  if (stored) return unpacked(stored, texts.length)
  const made = await make()
  await mkdir(folder, { recursive: true })
  await writeFile(
    `${file}.${process.pid}`,
    Float32Array.from(made.flatMap(({ mean, max }) => [...mean, ...max])),
  )
  await rename(`${file}.${process.pid}`, file)
  return made
}

function unpacked(stored: Buffer, count: number): Embedding[] {
  const values = new Float32Array(
    stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength),
  )
  const size = values.length / count / 2
  return Array.from({ length: count }, (_, row) => {
    const at = 2 * row * size
    return {
      mean: [...values.subarray(at, at + size)],
      max: [...values.subarray(at + size, at + 2 * size)],
    }
  })
}
