import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Embedding, EmbeddingAnswer, EmbeddingTask } from './embed-in-child.ts'
import { wordPieces } from './word-pieces.ts'

/** The length that the model was trained with. */
const PIECES_MAX = 128

/** The process that runs the model: see `embed-in-child.ts`. Its argument is the folder of the weights. */
const folder = process.argv[2]!
let loaded: ReturnType<typeof load> | undefined

process.on('message', async ({ id, texts }: EmbeddingTask) => {
  // If the API has gone meanwhile, nobody waits for the answer: the process ends with "disconnect".
  process.send?.(await answer(id, texts), () => {})
})
// The API has exited, even if by kill -9.
process.on('disconnect', () => process.exit())
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function load() {
  const tokenizer = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'))
  const session = await InferenceSession.create(join(folder, 'model.onnx'), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  })
  return { vocabulary: tokenizer.model.vocab as Record<string, number>, session }
}

async function answer(id: number, texts: string[]): Promise<EmbeddingAnswer> {
  try {
    const embeddings: Embedding[] = []
    for (const text of texts) embeddings.push(await embed(text))
    return { id, embeddings }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** One text at a time: padding a batch to its longest text costs more than it saves on one core. */
async function embed(text: string): Promise<Embedding> {
  // After a failure, the next call tries to load again.
  loaded ??= load().catch((error) => {
    loaded = undefined
    throw error
  })
  const { vocabulary, session } = await loaded
  const ids = wordPieces(text, vocabulary, PIECES_MAX)
  const row = (values: number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length])
  const { last_hidden_state: states } = await session.run({
    input_ids: row(ids),
    attention_mask: row(ids.map(() => 1)),
    token_type_ids: row(ids.map(() => 0)),
  })
  const pieces = piecesOf(states!.data as Float32Array, ids.length)
  return {
    mean: normalised(columnsOf(pieces, (sum, value) => sum + value)),
    max: normalised(columnsOf(pieces, Math.max)),
  }
}

/** The vector of each piece. */
function piecesOf(states: Float32Array, count: number): Float32Array[] {
  const size = states.length / count
  return Array.from({ length: count }, (_, piece) => states.subarray(piece * size, (piece + 1) * size))
}

/** Reduces all pieces to one vector, place by place. */
function columnsOf(
  [first, ...others]: Float32Array[],
  reduce: (one: number, other: number) => number,
): number[] {
  return Array.from(first!, (value, at) => others.reduce((sofar, piece) => reduce(sofar, piece[at]!), value))
}

function normalised(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
