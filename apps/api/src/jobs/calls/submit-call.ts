import { Refusal } from '@infra/protocol/refusal'
import type { CallingKey } from '../../auth/api-keys.ts'
import type { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import { findJob } from '../job-queries.ts'
import { type Order, prepareJob } from '../prepare-job.ts'
import { queueJob, type SubmitDeps } from '../submit-job.ts'
import { attachCall, isCallTaken, type ProgramCall } from './call-queries.ts'

export interface CallDeps extends SubmitDeps {
  /** Identical requests of one key run one after the other, because a repeat may come before the first is queued. */
  callsInTurn: KeyedMutex
}

interface Call extends ProgramCall {
  /** Whether the client says that this request is a repeat. */
  isRepeat: boolean
}

/** Orders a job for a request that will wait for it, or finds the job that an earlier request of the same call ordered. */
export function submitCall(
  deps: CallDeps,
  call: Call,
  /** Only called if there's no such job yet, because it stores files. */
  makeOrder: () => Promise<Order & { key: CallingKey }>,
  key: CallingKey,
): Promise<{ jobId: string; isRepeat: boolean }> {
  return deps.callsInTurn(`${key.id} ${call.fingerprint}`, async () => {
    const earlier = await attach(deps, call, key)
    if (earlier) return { jobId: earlier, isRepeat: true }
    const prepared = await prepareJob(deps, await makeOrder())
    const request = { key: undefined, scope: '', payload: undefined, now: deps.now() }
    try {
      const { id } = await queueJob(deps, prepared, { request, call })
      return { jobId: id, isRepeat: false }
    } catch (error) {
      const taken = isCallTaken(error) ? await attach(deps, call, key) : undefined
      if (!taken) throw error
      return { jobId: taken, isRepeat: true }
    }
  })
}

async function attach({ db }: CallDeps, call: Call, { id }: CallingKey): Promise<string | undefined> {
  const found = await attachCall(db, id, call)
  if (found && found.fingerprint !== call.fingerprint) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Choose a new one.',
    )
  }
  if (!found) return undefined
  // It may just have been cancelled because nobody waited for it.
  const job = await findJob(db, found.jobId)
  return call.idempotencyKey === null && job?.status === 'cancelled' ? undefined : found.jobId
}
