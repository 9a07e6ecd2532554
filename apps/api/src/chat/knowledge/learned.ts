import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { columnsOf, featuresOf, type Shape } from './topic-classifier.ts'

export const LEARNED_FILE = join(import.meta.dirname, '../../../../../content/chat/learned.bin')

/** What was learned from the help and from earlier questions: `npm run learn` writes it, and it comes with the code. */
export interface Learned {
  /** A hash of the texts that it was learned from. */
  madeFrom: string
  shape: Shape
  /** Of the classifier, for `shape`. */
  weights: Float32Array
  /** Vectors of the phrasings of all topics. */
  phrasings: { topic: string; vector: Float32Array }[]
}

interface Header extends Pick<Learned, 'madeFrom' | 'shape'> {
  /** Of each phrasing. */
  topics: string[]
}

/** Numbers are stored as rows of bytes with a scale each: a quarter of the size, and no message is understood differently for it. */
const BYTE_MAX = 127
const LENGTH_BYTES = 4
const SCALE_BYTES = 4

export function encodeLearned({ madeFrom, shape, weights, phrasings }: Learned): Buffer {
  const topics = phrasings.map(({ topic }) => topic)
  const header = Buffer.from(JSON.stringify({ madeFrom, shape, topics } satisfies Header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  const columns = columnsOf(shape)
  const rows = Array.from({ length: weights.length / columns }, (_, row) =>
    encodeRow(weights.subarray(row * columns, (row + 1) * columns)),
  )
  return Buffer.concat([length, header, ...rows, ...phrasings.map(({ vector }) => encodeRow(vector))])
}

export async function readLearned(file = LEARNED_FILE): Promise<Learned> {
  const bytes = await readFile(file)
  const start = LENGTH_BYTES + bytes.readUInt32LE()
  const { madeFrom, shape, topics } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as Header
  let at = start
  const take = (size: number) => {
    const row = decodeRow(bytes.subarray(at, at + SCALE_BYTES + size))
    at += SCALE_BYTES + size
    return row
  }
  const columns = columnsOf(shape)
  const weights = new Float32Array(featuresOf(shape).width * columns)
  for (let row = 0; row < weights.length; row += columns) weights.set(take(columns), row)
  const phrasings = topics.map((topic) => ({ topic, vector: take(shape.size / 2) }))
  return { madeFrom, shape, weights, phrasings }
}

function encodeRow(values: Float32Array): Buffer {
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / BYTE_MAX
  const row = Buffer.alloc(SCALE_BYTES + values.length)
  row.writeFloatLE(scale)
  for (const [index, value] of values.entries())
    row.writeInt8(scale === 0 ? 0 : Math.round(value / scale), SCALE_BYTES + index)
  return row
}

function decodeRow(row: Buffer): Float32Array {
  const scale = row.readFloatLE()
  return Float32Array.from(row.subarray(SCALE_BYTES), (_, index) => scale * row.readInt8(SCALE_BYTES + index))
}
