import { openWeights } from '@infra/weights/weights'
import type { Config } from '../../config.ts'
import { type Embed, embedInChild } from './embed-in-child.ts'
import { minilm } from './minilm.ts'

export interface Embedder {
  embed: Embed
  /** Where its weights are. */
  folder: string
}

const opened = new Map<string, Promise<Embedder>>()

/** Fetches the weights where they are missing. One child process serves all who ask for the same weights. */
export function openEmbedder(config: Config['weights'], say: (sentence: string) => void): Promise<Embedder> {
  const key = JSON.stringify(config)
  const known = opened.get(key)
  if (known) return known
  const weights = openWeights({ ...config, packs: [minilm], say })
  const embedder = weights.ensure(minilm.name).then((folder) => ({ embed: embedInChild(folder), folder }))
  opened.set(key, embedder)
  // After a failure it is tried again the next time.
  embedder.catch(() => opened.delete(key))
  return embedder
}
