import { setTimeout as pause } from 'node:timers/promises'
import { safetyPack } from '@infra/safety/safety-pack'
import { openWeights } from '@infra/weights/weights'
import type { Config } from '../../config.ts'

/** Nobody's upload waits longer for the weights to arrive. */
const PATIENCE_MS = 2_000

const AFTER_FAILURE_MS = 60_000

/**
 * Where the weights of the classifier lie; fetched when first asked for. Nothing while they are not here: what arrives
 * meanwhile is judged later, and seen by nobody else until then.
 */
export function safetyModelIn(config: Config['weights']): () => Promise<string | undefined> {
  const weights = openWeights({ ...config, packs: [safetyPack], say: () => {} })
  let failedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - failedAt < AFTER_FAILURE_MS) return undefined
    const fetched = weights.ensure(safetyPack.name).catch(() => {
      failedAt = performance.now()
      return undefined
    })
    return Promise.race([fetched, pause(PATIENCE_MS, undefined, { ref: false })])
  }
}
