import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '@infra/protocol/refusal'

/** Retries when the API asks for it, as programs do. */
export async function withRetries<T>(work: () => Promise<T>, tries = 20): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries === 0 || (error as Refusal).code !== 'dependency_unavailable') throw error
    await sleep(1_000)
    return withRetries(work, tries - 1)
  }
}
