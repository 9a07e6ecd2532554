import { setTimeout as pause } from 'node:timers/promises'
import { safetyPack } from '@infra/safety/safety-pack'
import { openWeights } from '@infra/weights/weights'
import type { Config } from '../../config.ts'

/** An upload waits no longer than this for the weights. */
const PATIENCE_MS = 2_000

const AFTER_FAILURE_MS = 60_000

/**
 * The folder of the classifier's weights, fetched when first needed. Undefined while they are missing: pictures uploaded meanwhile are
 * classified later, and stay private until then.
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
