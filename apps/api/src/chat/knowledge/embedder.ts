import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { EmbeddingAnswer, EmbeddingTask } from './embed-in-child.ts'
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
    const vectors: number[][] = []
    for (const text of texts) vectors.push(await embed(text))
    return { id, vectors }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** One text at a time: padding a batch to its longest text costs more than it saves on one core. */
async function embed(text: string): Promise<number[]> {
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
  return normalised(meanOf(states!.data as Float32Array, ids.length))
}

function meanOf(states: Float32Array, count: number): number[] {
  const size = states.length / count
  return Array.from({ length: size }, (_, index) => {
    let sum = 0
    for (let token = 0; token < count; token += 1) sum += states[token * size + index]!
    return sum / count
  })
}

function normalised(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
