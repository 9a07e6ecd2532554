import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { featuresOf, HIDDEN, type Shape, type Weights } from './topic-classifier.ts'

export const LEARNED_FILE = join(import.meta.dirname, '../../../../../content/chat/learned.bin')

/** What was learned from the help and from earlier questions: `npm run learn` writes it, and it comes with the code. */
export interface Learned {
  /** A hash of the texts that it was learned from. */
  madeFrom: string
  shape: Shape
  /** Of the classifier, for `shape`. */
  weights: Weights
}

type Header = Pick<Learned, 'madeFrom' | 'shape'>

/** Numbers are stored as rows of bytes with a scale each: a quarter of the size, and no message is understood differently for it. */
const BYTE_MAX = 127
const LENGTH_BYTES = 4
const SCALE_BYTES = 4

export function encodeLearned({ madeFrom, shape, weights }: Learned): Buffer {
  const header = Buffer.from(JSON.stringify({ madeFrom, shape } satisfies Header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  const matrices = [encodeMatrix(weights.hidden, HIDDEN), encodeMatrix(weights.output, shape.topics.length)]
  return Buffer.concat([length, header, ...matrices])
}

export async function readLearned(file = LEARNED_FILE): Promise<Learned> {
  const bytes = await readFile(file)
  const start = LENGTH_BYTES + bytes.readUInt32LE()
  const { madeFrom, shape } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as Header
  const matrices = bytes.subarray(start)
  const hidden = decodeMatrix(matrices, featuresOf(shape).width, HIDDEN)
  const rest = matrices.subarray(featuresOf(shape).width * (SCALE_BYTES + HIDDEN))
  const output = decodeMatrix(rest, HIDDEN + 1, shape.topics.length)
  return { madeFrom, shape, weights: { hidden, output } }
}

function encodeMatrix(matrix: Float32Array, columns: number): Buffer {
  const rows = Array.from({ length: matrix.length / columns }, (_, row) =>
    encodeRow(matrix.subarray(row * columns, (row + 1) * columns)),
  )
  return Buffer.concat(rows)
}

function decodeMatrix(bytes: Buffer, rows: number, columns: number): Float32Array {
  const matrix = new Float32Array(rows * columns)
  const size = SCALE_BYTES + columns
  for (let row = 0; row < rows; row++)
    matrix.set(decodeRow(bytes.subarray(row * size, (row + 1) * size)), row * columns)
  return matrix
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
