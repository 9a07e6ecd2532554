import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'

/** As the agent does: retries when the API asks for it. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'dependency_unavailable') throw error
      await sleep(1000 * (error.retryAfterSeconds ?? 1))
    }
  }
}
