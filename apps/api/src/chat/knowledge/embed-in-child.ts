import { type ChildProcess, fork } from 'node:child_process'

export interface EmbeddingTask {
  id: number
  texts: string[]
}

export type EmbeddingAnswer = { id: number; vectors: number[][] } | { id: number; failure: string }

export type Embed = (texts: string[]) => Promise<number[][]>

/** ONNX Runtime otherwise keeps a device id and events to be sent in the home folder. */
export const EMBEDDER_ENVIRONMENT = { ORT_DISABLE_TELEMETRY: '1' }

/**
 * Turns texts into vectors in a process of its own: a native runtime that crashes must not take the API down, and its
 * work must not hold up other answers. Started when it is first needed, and again where it fell.
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
    // While nobody waits for it, it must not keep us from ending; it ends with us.
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
    return answer.vectors
  }
}
