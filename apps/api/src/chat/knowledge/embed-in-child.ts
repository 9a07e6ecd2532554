import { type ChildProcess, fork } from 'node:child_process'

export interface EmbeddingTask {
  id: number
  texts: string[]
}

/** Of what the model makes of each piece of a text: the mean, which is its meaning, and the largest value at each place. Both have length 1. */
export interface Embedding {
  mean: number[]
  max: number[]
}

export type EmbeddingAnswer = { id: number; embeddings: Embedding[] } | { id: number; failure: string }

export type Embed = (texts: string[]) => Promise<Embedding[]>

/** ONNX Runtime otherwise stores a device id and telemetry events in the home folder. */
export const EMBEDDER_ENVIRONMENT = { ORT_DISABLE_TELEMETRY: '1' }

/**
 * Turns texts into vectors in a child process, because a native runtime that crashes must not take the API down, and its work must not
 * delay other responses. Started when first needed, and again after it ended.
 */
export function embedInChild(folder: string): Embed {
  let child: ChildProcess | undefined
  let asked = 0
  const waiting = new Map<number, (answer: EmbeddingAnswer) => void>()

  function start(): ChildProcess {
    const started = fork(new URL('embedder.ts', import.meta.url), [folder], {
      env: EMBEDDER_ENVIRONMENT,
      execArgv: [],
    })
    // While no request waits for it, the child must not keep the API running; it exits with the API.
    started.unref()
    started.channel?.unref()
    started.on('message', (answer: EmbeddingAnswer) => settle(answer))
    started.on('error', () => {})
    started.on('exit', () => {
      child = undefined
      for (const id of waiting.keys()) settle({ id, failure: 'The embedder ended.' })
    })
    return started
  }

  function settle(answer: EmbeddingAnswer): void {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
    if (waiting.size === 0) child?.channel?.unref()
  }

  return async (texts) => {
    child ??= start()
    const id = asked++
    const answer = await new Promise<EmbeddingAnswer>((resolve) => {
      waiting.set(id, resolve)
      child!.channel?.ref()
      child!.send({ id, texts } satisfies EmbeddingTask)
    })
    if ('failure' in answer) throw new Error(`The embedder failed: ${answer.failure}`)
    return answer.embeddings
  }
}
