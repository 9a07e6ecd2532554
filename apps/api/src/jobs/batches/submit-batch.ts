import { randomUUIDv7 } from 'node:crypto'
import type { Input } from '@infra/protocol/endpoint'
import type { submitBatch as endpoint, JobBatch } from '@infra/protocol/jobs/batches'
import { type FieldProblem, Refusal } from '@infra/protocol/refusal'
import type { CallingKey } from '../../auth/api-keys.ts'
import { transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { useFilesOf } from '../../files/file-uses.ts'
import { findAnswer, isKeyTaken, keyValues } from '../../http/idempotency.ts'
import { findCredits } from '../../ledger/ledger-queries.ts'
import { recordCapReached, whyKeyRefused } from '../../ledger/why-key-refused.ts'
import { findUser } from '../../users/user-queries.ts'
import { type PreparedJob, prepareJob } from '../prepare-job.ts'
import type { SubmitDeps, SubmitOnce } from '../submit-job.ts'
import { findBatch, insertBatch, insertBatchByKey } from './batch-queries.ts'

interface BatchOrder {
  address: string
  key?: CallingKey | undefined
  body: Input<typeof endpoint>['body']
}

/** How many errors of a batch are reported at once. */
const FAULTS_MAX = 100

/** Checks all orders, takes the sum of their prices and queues them, all or nothing. */
export async function submitBatch(deps: SubmitDeps, order: BatchOrder, once: SubmitOnce): Promise<JobBatch> {
  const { address, key, body } = order
  const scope = `${address} ${key ? `${key.id} ` : ''}POST /job/batch`
  const request = { ...once, scope, payload: body, now: deps.now() }
  const earlier = await findAnswer(deps.db, request)
  if (earlier !== undefined)
    return foundBatch(await findBatch(deps.db, (earlier as { id: string }).id, address))

  const jobs = await prepareAll(deps, order)
  const price = jobs.reduce((sum, job) => sum + job.price, 0)
  refuseAbove(body.maxCredits, price)
  const id = randomUUIDv7()
  const values = [
    address,
    JSON.stringify(jobs.map((job, place) => rowOf(job, place, body.orders[place]!.ref))),
    deps.config.queuePerBatch,
    id,
    ...keyValues(request),
  ]
  try {
    await deps.ordersInTurn(address, () =>
      transaction(deps.db, async (tx) => {
        const [inserted] = key
          ? await insertBatchByKey(tx, [...values, key.id])
          : await insertBatch(tx, values)
        if (!inserted) throw await whyRefused(deps, order, jobs)
        await useFilesOf(tx, jobs)
      }),
    )
  } catch (error) {
    if (key && error instanceof Refusal && error.code === 'key_cap')
      await recordCapReached(deps.db, randomUUIDv7(), key.id, error.message)
    if (!isKeyTaken(error)) throw error
    const { id: earlierId } = (await findAnswer(deps.db, request)) as { id: string }
    return foundBatch(await findBatch(deps.db, earlierId, address))
  }
  wakeNodes(deps, jobs)
  return foundBatch(await findBatch(deps.db, id, address))
}

/** Reports every error with its position, so that all can be corrected at once. */
async function prepareAll(deps: SubmitDeps, { address, key, body }: BatchOrder): Promise<PreparedJob[]> {
  const { orders, visibility = 'private' } = body
  const jobs: PreparedJob[] = []
  const faults: FieldProblem[] = []
  for (const [place, { appId, input }] of orders.entries()) {
    try {
      jobs.push(
        await prepareJob(deps, { appId, input, visibility, submittedBy: address, ...(key && { key }) }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const at = `/orders/${place}`
      if (error.code !== 'validation_failed')
        throw new Refusal(error.code, error.message, { errors: [{ pointer: at, message: error.message }] })
      faults.push(...error.errors.map(({ pointer, message }) => ({ pointer: at + pointer, message })))
    }
  }
  if (faults.length === 0) return jobs
  const sentence = faults.length === 1 ? '1 field is not valid.' : `${faults.length} fields are not valid.`
  throw new Refusal('validation_failed', sentence, { errors: faults.slice(0, FAULTS_MAX) })
}

function refuseAbove(maxCredits: number | undefined, price: number): void {
  if (maxCredits === undefined || price <= maxCredits) return
  const sentence = `This batch costs ${price} credits, more than the ${maxCredits} you allow.`
  throw new Refusal('price_above_limit', sentence, { amounts: { needed: price } })
}

function rowOf(
  { id, app, input, inputFiles, inputHash, price, visibility }: PreparedJob,
  place: number,
  ref?: string,
) {
  return {
    id,
    place,
    app_id: app.id,
    app_version: app.version,
    input,
    input_files: inputFiles,
    input_hash: inputHash,
    price,
    visibility,
    ref,
  }
}

async function whyRefused(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { address, key }: BatchOrder,
  jobs: PreparedJob[],
): Promise<Refusal> {
  const price = jobs.reduce((sum, job) => sum + job.price, 0)
  if (!(await findUser(db, address))) return new Refusal('invalid_token', 'This account was deleted.')
  const perJob = Math.max(...jobs.map((job) => job.price))
  const refusal = key && (await whyKeyRefused(db, key.id, { price, perJob, what: 'batch' }))
  if (refusal) return refusal
  const { available } = await findCredits(db, address)
  if (available < price) {
    const sentence = `This batch costs ${price} credits; you have ${available}.`
    return new Refusal('insufficient_credits', sentence, { amounts: { needed: price, available } })
  }
  const sentence = `At most ${config.queuePerBatch} jobs of your batches may wait or run at once. Let some finish first; cancelled ones count for a minute.`
  return new Refusal('queue_limit', sentence, { retryAfterSeconds: 10 })
}

/** One notification per job, as if they had been ordered one by one: each wakes one node. */
function wakeNodes({ notifications }: Pick<Deps, 'notifications'>, jobs: PreparedJob[]): void {
  for (const { app, visibility } of jobs)
    notifications.publish(visibility === 'public' ? 'queued' : 'queued_private', app.id)
}

export function foundBatch(batch: JobBatch | undefined): JobBatch {
  if (!batch) throw new Refusal('not_found', 'There is no such batch.')
  return batch
}
