import { setTimeout as pause } from 'node:timers/promises'
import type { Pack } from '@infra/weights/pack'
import { openWeights } from '@infra/weights/weights'
import type { Config } from '../../config.ts'

/** How long an upload waits for the weights. */
const WAIT_MS_MAX = 2_000

const AFTER_FAILURE_MS = 60_000

/** The folder of a model's weights, fetched when first needed; undefined while they are missing. */
export function fetchedModel(config: Config['weights'], pack: Pack): () => Promise<string | undefined> {
  const weights = openWeights({ ...config, packs: [pack], say: () => {} })
  let failedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - failedAt < AFTER_FAILURE_MS) return undefined
    const fetched = weights.ensure(pack.name).catch(() => {
      failedAt = performance.now()
      return undefined
    })
    return Promise.race([fetched, pause(WAIT_MS_MAX, undefined, { ref: false })])
  }
}
