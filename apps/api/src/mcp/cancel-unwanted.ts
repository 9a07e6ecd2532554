import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'
import { cancelJob } from '../jobs/cancel-job.ts'
import type { OrderDeps } from '../jobs/routes.ts'

const PAUSE_MS = 500
/** For a minute: then the job runs to its end and is paid. */
const TRIES = 120

/** Cancels a job. It may have ended at the same moment. */
export async function cancelQuietly(deps: OrderDeps, jobId: string, address: string): Promise<void> {
  try {
    await cancelJob(deps, { jobId, address })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The same for a caller who has left and won't ask again: if the database is away, it's tried until it is back. */
export async function cancelUnwanted(deps: OrderDeps, jobId: string, address: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await cancelQuietly(deps, jobId, address)
    } catch (error) {
      if (tries === TRIES || deps.closing.aborted) throw error
      await sleep(PAUSE_MS)
    }
  }
}
