import { openWeights } from '@infra/weights/weights'
import type { Config } from '../../config.ts'
import { type Embed, embedInChild } from './embed-in-child.ts'
import { minilm } from './minilm.ts'

const opened = new Map<string, Promise<Embed>>()

/** Fetches the weights where they are missing. One child process serves all who ask for the same weights. */
export function openEmbedder(config: Config['weights'], say: (sentence: string) => void): Promise<Embed> {
  const key = JSON.stringify(config)
  const known = opened.get(key)
  if (known) return known
  const weights = openWeights({ ...config, packs: [minilm], say })
  const embed = weights.ensure(minilm.name).then(embedInChild)
  opened.set(key, embed)
  // After a failure it is tried again the next time.
  embed.catch(() => opened.delete(key))
  return embed
}
