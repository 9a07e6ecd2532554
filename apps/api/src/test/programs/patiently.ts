import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '@infra/protocol/refusal'

/** Tries again when the API asks for it, as programs do on a busy machine. */
export async function patiently<T>(work: () => Promise<T>, tries = 20): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries === 0 || (error as Refusal).code !== 'dependency_unavailable') throw error
    await sleep(1_000)
    return patiently(work, tries - 1)
  }
}
