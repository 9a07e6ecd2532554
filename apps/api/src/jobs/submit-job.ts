import { randomUUIDv7 } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { Assignment } from '@infra/protocol/attempts'
import { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { z } from 'zod'
import { runSecondsMax } from '../attempts/attempt-rules.ts'
import { assignmentOf, insertLease, NEW_LEASE, newLease } from '../attempts/claim-next-job.ts'
import type { JobDispatcher } from '../attempts/job-dispatcher.ts'
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { useFiles } from '../files/file-uses.ts'
import { findAnswer, insertKey, isKeyTaken, type KeyedRequest, keyValues } from '../http/idempotency.ts'
import { findCredits } from '../ledger/ledger-queries.ts'
import { hold, spendByKey, TODAY } from '../ledger/movements.ts'
import { recordCapReached, whyKeyRefused } from '../ledger/why-key-refused.ts'
import { freeNode, IS_QUEUED, isAppPaused, mayClaim } from '../matching/eligible-nodes.ts'
import { findUser } from '../users/user-queries.ts'
import { insertCall, type ProgramCall } from './calls/call-queries.ts'
import type { JobRow } from './job-queries.ts'
import { JOB_TTL_HOURS } from './job-rules.ts'
import { type Order, type PreparedJob, prepareJob } from './prepare-job.ts'
import { presentJob } from './present-job.ts'
import type { ServingNodes } from './serving-nodes.ts'

/** What submitting needs in addition to the API's dependencies. */
export interface SubmitDeps extends Deps {
  serving: Pick<ServingNodes, 'refuseUnserved'>
  dispatcher: Pick<JobDispatcher, 'assignOnInsert'>
  /** One order of a person at a time: several at once would all pass the queue limit and all take the same turn. */
  ordersInTurn: KeyedMutex
}

/** A request that is repeated with the same key gets the first response again. */
export interface SubmitOnce {
  key: string | undefined
  /** The original request, if the order was made from it: a file that was sent along is a different upload each time. */
  payload?: unknown
  onReplay: () => void
}

/** Checks the order, takes its price and queues the job, all or nothing; a node that waits for such a job gets it right away. */
export async function submitJob(deps: SubmitDeps, order: Order, once: SubmitOnce): Promise<Job> {
  const { key, acceptsInlineFiles, ...payload } = order
  // Two programs may choose the same key of a request.
  const scope = `${order.submittedBy} ${key ? `${key.id} ` : ''}POST /job`
  const request = { ...once, scope, payload: once.payload ?? payload, now: deps.now() }
  const submit = () => submitKeyed(deps, order, request)
  // A repeat may come before the first is queued, and must not store the same files.
  return once.key && acceptsInlineFiles ? deps.ordersInTurn(`${scope} ${once.key}`, submit) : submit()
}

async function submitKeyed(deps: SubmitDeps, order: Order, request: KeyedRequest): Promise<Job> {
  // Look for an earlier response first: the same order may be refused now, because its files expired or its nodes are offline.
  const earlier = await findAnswer(deps.db, request)
  if (earlier !== undefined) return presentEarlier(deps, earlier)

  const prepared = await prepareJob(deps, order)
  try {
    return presentJob(deps, await queueJob(deps, prepared, { request }), { address: order.submittedBy })
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    // The same request came a moment earlier, perhaps at another process.
    return presentEarlier(deps, await findAnswer(deps.db, request))
  }
}

/** Takes the price of a checked order and queues the job; a node that waits for such a job gets it right away. */
export function queueJob(
  deps: SubmitDeps,
  prepared: PreparedJob,
  given: { request: KeyedRequest; call?: ProgramCall },
): Promise<JobRow> {
  const { db, dispatcher, ordersInTurn } = deps
  return ordersInTurn(prepared.submittedBy, () =>
    dispatcher.assignOnInsert(prepared, async (node) => {
      try {
        const { row, assignment } = await insertJob(deps, prepared, { ...given, taker: node })
        return { result: row, assignment }
      } catch (error) {
        if (prepared.keyId && error instanceof Refusal && error.code === 'key_cap')
          await recordCapReached(db, randomUUIDv7(), prepared.keyId, error.message)
        throw error
      }
    }),
  )
}

/** The first response to an order. Keys that an earlier version wrote have the whole response. */
function presentEarlier(deps: Deps, earlier: unknown): Job {
  const { prepared, queued } = earlier as { prepared?: PlacedJob; queued?: Queued }
  if (!prepared || !queued) return z.decode(Job, earlier as never)
  const { createdAt, expiresAt, startedAt } = queued
  const dates = {
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    startedAt: startedAt && new Date(startedAt),
  }
  return presentJob(deps, rowOf(prepared, { ...queued, ...dates }), { address: prepared.submittedBy })
}

/** What the database doesn't know of a prepared job. */
type PlacedJob = Omit<PreparedJob, 'app' | 'inputHash' | 'keyId'> & {
  app: Pick<AppManifest, 'id' | 'version'>
}

type Queued = { leaseUntil: Date | null; turn: string } & Pick<
  JobRow,
  | 'createdAt'
  | 'expiresAt'
  | 'userName'
  | 'status'
  | 'attempts'
  | 'nodeId'
  | 'nodeName'
  | 'attemptId'
  | 'startedAt'
>

/**
 * Locks the person's row first, as account deletion does: an order comes before it and is cancelled, or after it and is refused. Round
 * robin: a person with queued jobs comes after their own last one; a person without any starts at the turn of the queue's head. If no job
 * is ahead of it and the waiting node may have it, the job is assigned to that node and is never queued. The request's key is written with
 * the response in the same statement: an order without files is one statement, and one write to disk.
 */
const insertText = (spend: {
  hold: string
  keyId: string
  /** Recorded together with the job. */
  call?: string
  /** How long it may take, if that is less than usual. */
  seconds?: string
}) => `with person as (select address from users where address = $2 for key share),
  mine as (
    select count(*) filter (where batch_id is null) as open, count(*) filter (where batch_id is null and key_id = ${spend.keyId}) as open_by_key,
      max(turn) filter (where app_id = $3 and status = 'queued') as turn from (
      select turn, app_id, status, batch_id, key_id from jobs where user_address = $2 and status in ('queued', 'running')
    ) open_jobs
  ),
  head as (
    select turn from jobs where ${IS_QUEUED} and app_id = $3 and app_version = $4 order by turn, id limit 1
  ),
  room as (select open_by_key from person cross join mine where open < $11),
  taker as (
    select id, name, $14::uuid as attempt_id, $15::text as lease_token,
      now() + make_interval(secs => $16) as run_until, now() as started_at
    from (${freeNode('$12', '$13::uuid')}) n
    where not exists (select from head) and not ${isAppPaused('$3')} and ${mayClaim('$3', '$8')}
  ),
  ${spend.hold},
  queued as (
    insert into jobs (id, user_address, app_id, app_version, payer, input, input_files, input_hash, visibility, status, turn,
      price, granted, parent_id, input_files_hidden, expires_at, attempts, node_id, attempt_id, started_at, key_id, key_day)
    select $1, $2, $3, $4, held.id, $5, $6, $7, $8, case when taker.id is null then 'queued' else 'running' end,
      greatest(mine.turn + 1, (select turn from head), 0), $9, held.granted, $10, $18, now() + least(interval '${JOB_TTL_HOURS} hours', ${spend.seconds ?? 'null'}),
      case when taker.id is null then 0 else 1 end, taker.id, taker.attempt_id, taker.started_at,
      ${spend.keyId}, case when ${spend.keyId} is not null then ${TODAY} end
    from held cross join mine left join taker on true
    returning *
  ),
  leased as (${insertLease(`
    select queued.id, queued.attempt_id, queued.node_id, taker.lease_token, taker.run_until
    from queued join taker on taker.id = queued.node_id`)}),
  answered as (
    select created_at as "createdAt", expires_at as "expiresAt", turn::text, status, attempts, node_id as "nodeId",
      attempt_id as "attemptId", started_at as "startedAt", (select name from taker) as "nodeName",
      (select name from users where address = $2) as "userName", (select lease_until from leased) as "leaseUntil"
    from queued
  ),
  keyed as (${insertKey(19, {
    answer: `jsonb_build_object('prepared', $17::jsonb, 'queued', to_jsonb(answered) - 'leaseUntil')`,
    from: 'answered',
  })})${spend.call ? `, called as (${spend.call})` : ''}
  select * from answered`

const ORDER = { address: '$2', price: '$9::bigint', job: '$1::uuid' }

const insertRow = statement<Queued>(
  'submit-job',
  insertText({ hold: hold({ ...ORDER, given: 'room' }), keyId: 'null::uuid' }),
)

const KEY = '$23::uuid'

const BY_KEY = {
  hold: `${spendByKey({ ...ORDER, key: KEY, given: 'room', openByKey: 'open_by_key' })}, ${hold({ ...ORDER, key: KEY, given: 'allowed' })}`,
  keyId: KEY,
}

/** The same within the limits of an API key, in the same statement, so that neither its caps nor a revocation can be bypassed by a race. */
const insertRowByKey = statement<Queued>('submit-job-by-key', insertText(BY_KEY))

/** The same for a call that waits for the job's end. */
const insertRowByCall = statement<Queued>(
  'submit-job-by-call',
  insertText({
    ...BY_KEY,
    call: insertCall({ from: 'queued', key: KEY, first: 24 }),
    seconds: 'make_interval(secs => $26::int)',
  }),
)

/** Takes the price and queues the job, both or neither; or assigns it to the node that waits for it. */
export async function insertJob(
  deps: Pick<Deps, 'config' | 'db'>,
  job: PreparedJob,
  given: {
    request: KeyedRequest
    call?: ProgramCall
    taker: { id: string; sessionId: string } | undefined
  },
): Promise<{ row: JobRow; assignment: Assignment | undefined }> {
  const lease = newLease()
  const queued =
    job.inputFiles.length === 0
      ? await insertQueued(deps.db, deps, { job, lease, ...given })
      : await transaction(deps.db, async (tx) => {
          const inserted = await insertQueued(tx, deps, { job, lease, ...given })
          const uses = job.inputFiles.map(({ name, sha256 }) => ({ role: 'input' as const, name, sha256 }))
          // The input files of an unfinished job are private; finishing makes them public together with the results.
          await useFiles(tx, job.id, uses, false)
          return inserted
        })
  const { leaseUntil, ...inserted } = queued
  const row = rowOf(job, inserted)
  const { startedAt } = row
  const isTaken = startedAt !== null && leaseUntil !== null
  return { row, assignment: isTaken ? assignmentOf({ ...row, startedAt, leaseUntil }, lease) : undefined }
}

async function insertQueued(
  tx: Db,
  { config }: Pick<Deps, 'config'>,
  {
    job,
    lease,
    request,
    call,
    taker,
  }: { job: PreparedJob; lease: ReturnType<typeof newLease> } & Parameters<typeof insertJob>[2],
): Promise<Queued> {
  const { app, inputHash, keyId, ...placed } = job
  const values = [
    job.id,
    job.submittedBy,
    app.id,
    app.version,
    job.input,
    JSON.stringify(job.inputFiles),
    inputHash,
    job.visibility,
    job.price,
    job.parentId,
    config.queuePerUser,
    taker?.id,
    taker?.sessionId,
    lease.attemptId,
    lease.leaseToken,
    runSecondsMax(app),
    { ...placed, app: { id: app.id, version: app.version } } satisfies PlacedJob,
    job.inputFilesHidden,
    ...keyValues(request),
  ]
  const insert = () => {
    if (call) {
      const { fingerprint, idempotencyKey, cancelAfterSeconds } = call
      return insertRowByCall(tx, [...values, keyId, fingerprint, idempotencyKey, cancelAfterSeconds])
    }
    return keyId ? insertRowByKey(tx, [...values, keyId]) : insertRow(tx, values)
  }
  for (let tries = 1; ; tries++) {
    const [queued] = await insert()
    if (queued) return queued
    const refusal = await whyRefused(tx, job, config.queuePerUser)
    // The obstacle may be gone by the time we look for it, because a job ended and was refunded.
    if (refusal || tries === TRIES_MAX) throw refusal ?? queueLimit(config.queuePerUser)
  }
}

const TRIES_MAX = 3

/** The row as it would be read from the database. */
function rowOf(job: PlacedJob, queued: Omit<Queued, 'leaseUntil'>): JobRow {
  const { app, submittedBy, ...placed } = job
  return {
    ...placed,
    // Keys of an earlier version lack it.
    inputFilesHidden: placed.inputFilesHidden ?? false,
    ...queued,
    turn: Number(queued.turn),
    lease: queued.status === 'running' ? NEW_LEASE : null,
    appId: app.id,
    appVersion: app.version,
    userAddress: submittedBy,
    favorite: false,
    ...untouched,
  }
}

const untouched = {
  hidden: false,
  hiddenBecause: null,
  hiddenWhy: null,
  reason: null,
  seq: 1,
  outputs: [],
  alt: null,
  favorites: 0,
  finishedAt: null,
  receipt: null,
  charged: null,
  position: null,
  checkStatus: null,
} satisfies Partial<JobRow>

const countOpen = statement<{ open: number }>(
  'count-open-jobs',
  `select count(*)::int as open from jobs where user_address = $1 and status in ('queued', 'running') and batch_id is null`,
)

/** Undefined if there's no obstacle any more. */
async function whyRefused(
  tx: Db,
  { submittedBy, price, keyId }: PreparedJob,
  queueMax: number,
): Promise<Refusal | undefined> {
  if (!(await findUser(tx, submittedBy))) return new Refusal('invalid_token', 'This account was deleted.')
  const refusal = keyId && (await whyKeyRefused(tx, keyId, { price }))
  if (refusal) return refusal
  const { available } = await findCredits(tx, submittedBy)
  if (available < price) {
    const sentence = `This job costs ${price} credits; you have ${available}.`
    return new Refusal('insufficient_credits', sentence, { amounts: { needed: price, available } })
  }
  const [row] = await countOpen(tx, [submittedBy])
  return row!.open >= queueMax ? queueLimit(queueMax) : undefined
}

function queueLimit(queueMax: number): Refusal {
  return new Refusal('queue_limit', `You have ${queueMax} jobs waiting. Let some finish first.`, {
    retryAfterSeconds: 10,
  })
}
