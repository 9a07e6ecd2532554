import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'

/** Retries when the API asks for it, as the agent does. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'dependency_unavailable') throw error
      await sleep(1000 * (error.retryAfterSeconds ?? 1))
    }
  }
}
