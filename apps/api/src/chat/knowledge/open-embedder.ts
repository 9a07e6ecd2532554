import { openWeights } from '@infra/weights/weights'
import type { Config } from '../../config.ts'
import { type Embed, embedInChild } from './embed-in-child.ts'
import { minilm } from './minilm.ts'

export interface Embedder {
  embed: Embed
  /** The folder of its weights. */
  folder: string
}

const opened = new Map<string, Promise<Embedder>>()

/** Fetches the weights if they're missing. Callers that ask for the same weights share one child process. */
export function openEmbedder(config: Config['weights'], say: (sentence: string) => void): Promise<Embedder> {
  const key = JSON.stringify(config)
  const known = opened.get(key)
  if (known) return known
  const weights = openWeights({ ...config, packs: [minilm], say })
  const embedder = weights.ensure(minilm.name).then((folder) => ({ embed: embedInChild(folder), folder }))
  opened.set(key, embedder)
  // After a failure, the next call tries again.
  embedder.catch(() => opened.delete(key))
  return embedder
}
