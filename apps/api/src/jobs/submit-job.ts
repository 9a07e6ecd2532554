import { hash, randomUUIDv7 } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, drawSeeds, inputSchema } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import type { Assignment } from '@infra/protocol/attempts'
import { Job, type StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { hashedInput } from '@infra/protocol/signatures/receipts'
import { validationRefusal } from '@infra/protocol/validation-refusal'
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
import { hold } from '../ledger/movements.ts'
import { freeNode, IS_QUEUED, isAppPaused, mayClaim } from '../matching/eligible-nodes.ts'
import { findUser } from '../users/user-queries.ts'
import { findJob, type JobRow } from './job-queries.ts'
import { JOB_TTL_HOURS } from './job-rules.ts'
import { isVisibleTo, presentJob } from './present-job.ts'
import { resolveFiles } from './resolve-files.ts'
import type { ServingNodes } from './serving-nodes.ts'

export interface Order {
  submittedBy: string
  appId: string
  input: unknown
  visibility?: 'public' | 'private'
  inputFilesHidden?: boolean
  parentId?: string
}

/** A checked order: what remains is to take the credits and to queue it. */
export interface PreparedJob {
  id: string
  app: AppManifest
  submittedBy: string
  input: AppInput
  inputFiles: StoredFile[]
  inputHash: string
  price: number
  visibility: 'public' | 'private'
  inputFilesHidden: boolean
  parentId: string | null
}

/** What submitting needs beside the API's dependencies. */
export interface SubmitDeps extends Deps {
  serving: Pick<ServingNodes, 'refuseUnserved'>
  dispatcher: Pick<JobDispatcher, 'assignOnInsert'>
  /** One order of a person at a time: several at once would all pass the queue limit, and all take the same turn. */
  ordersInTurn: KeyedMutex
}

/** A request that is repeated with the same key is answered as the first time. */
export interface SubmitOnce {
  key: string | undefined
  onReplay: () => void
}

/** Checks the order, takes its price and queues the job, all or nothing; a node that waits for such a job gets it at once. */
export async function submitJob(deps: SubmitDeps, order: Order, once: SubmitOnce): Promise<Job> {
  const { db, now, dispatcher, ordersInTurn } = deps
  const request = { ...once, scope: `${order.submittedBy} POST /job`, payload: order, now: now() }
  // Look for an earlier answer first: the same order may be refused now, because its files expired or its nodes are offline.
  const earlier = await findAnswer(db, request)
  if (earlier !== undefined) return presentEarlier(deps, earlier)

  const prepared = await prepareJob(deps, order)
  return ordersInTurn(order.submittedBy, () =>
    dispatcher.assignOnInsert(prepared, async (node) => {
      try {
        const { row, assignment } = await insertJob(deps, prepared, { request, taker: node })
        return { result: presentJob(deps, row, { address: row.userAddress! }), assignment }
      } catch (error) {
        if (!isKeyTaken(error)) throw error
        // The same request came a moment before, perhaps at another process.
        return { result: presentEarlier(deps, await findAnswer(db, request)), assignment: undefined }
      }
    }),
  )
}

/** The answer to an order as it was the first time. Keys that an earlier version wrote have the whole answer. */
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

const orderSchemas = new Map<string, z.ZodType<{ input: AppInput }>>()

/** Made once per app: making a schema costs more than using it. */
function orderSchema({ id, fields }: AppManifest): z.ZodType<{ input: AppInput }> {
  const schema = orderSchemas.get(id) ?? z.object({ input: inputSchema(fields) })
  orderSchemas.set(id, schema)
  return schema
}

/** Everything about an order that is decided before anything is written. */
export async function prepareJob(
  deps: Deps & Pick<SubmitDeps, 'serving'>,
  order: Order,
): Promise<PreparedJob> {
  const app = findApp(order.appId)
  if (!app) throw new Refusal('app_unknown', `There is no app "${order.appId}".`)
  if (app.state === 'off' || deps.config.appsOff.has(app.id)) {
    throw new Refusal('app_unavailable', `${app.name} is switched off at the moment.`)
  }
  const parent = order.parentId === undefined ? undefined : await visibleParent(deps.db, order)
  const given = orderSchema(app).safeParse({ input: order.input })
  if (!given.success) throw validationRefusal(given.error, '/')

  const inputFiles = await resolveFiles(deps, {
    fields: app.fields,
    input: given.data.input,
    owner: order.submittedBy,
    parent,
  })
  const input = drawSeeds(app.fields, given.data.input, Math.random)
  // Apps that only test the network stay out of the feed.
  const visibility = app.state === 'hidden' ? 'private' : (order.visibility ?? 'public')
  await deps.serving.refuseUnserved(app, visibility)
  const price = priceOf(app.price, input, Object.fromEntries(inputFiles.map((file) => [file.name, file])))
  return {
    id: randomUUIDv7(),
    app,
    submittedBy: order.submittedBy,
    input,
    inputFiles,
    // Synchronous: the protocol's own hash uses WebCrypto, which waits for a thread.
    inputHash: hash(
      'sha256',
      hashedInput(input, Object.fromEntries(inputFiles.map(({ name, sha256 }) => [name, sha256]))),
    ),
    price,
    visibility,
    inputFilesHidden: (order.inputFilesHidden ?? false) && inputFiles.length > 0,
    parentId: parent?.id ?? null,
  }
}

/** What of a prepared job the database does not tell. */
type PlacedJob = Omit<PreparedJob, 'app' | 'inputHash'> & { app: Pick<AppManifest, 'id' | 'version'> }

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
 * Locks the person's row first, as account deletion does: an order comes before it and is cancelled, or after it and is refused.
 * Round robin: a person with queued jobs comes after their own last one, a person without any comes beside the head of the queue. Where
 * no job is before it and the waiting node may have it, the job is that node's at once and is never queued. The key of the request is
 * written with the answer in the same statement: an order without files is one statement, and one write to disk.
 */
const insertRow = statement<Queued>(
  'submit-job',
  `with person as (select address from users where address = $2 for key share),
  mine as (
    select count(*) as open, max(turn) filter (where app_id = $3 and status = 'queued') as turn from (
      select turn, app_id, status from jobs where user_address = $2 and status in ('queued', 'running') limit $11
    ) open_jobs
  ),
  head as (
    select turn from jobs where ${IS_QUEUED} and app_id = $3 and app_version = $4 order by turn, id limit 1
  ),
  room as (select from person cross join mine where open < $11),
  taker as (
    select id, name, $14::uuid as attempt_id, $15::text as lease_token,
      now() + make_interval(secs => $16) as run_until, now() as started_at
    from (${freeNode('$12', '$13::uuid')}) n
    where not exists (select from head) and not ${isAppPaused('$3')} and ${mayClaim('$3', '$8')}
  ),
  ${hold({ address: '$2', price: '$9::bigint', job: '$1::uuid', given: 'room' })},
  queued as (
    insert into jobs (id, user_address, app_id, app_version, payer, input, input_files, input_hash, visibility, status, turn,
      price, granted, parent_id, input_files_hidden, expires_at, attempts, node_id, attempt_id, started_at)
    select $1, $2, $3, $4, held.id, $5, $6, $7, $8, case when taker.id is null then 'queued' else 'running' end,
      greatest(mine.turn + 1, (select turn from head), 0), $9, held.granted, $10, $18, now() + interval '${JOB_TTL_HOURS} hours',
      case when taker.id is null then 0 else 1 end, taker.id, taker.attempt_id, taker.started_at
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
  })})
  select * from answered`,
)

/** Takes the price and queues the job, both or neither; or assigns it to the node that waits for it. */
export async function insertJob(
  deps: Pick<Deps, 'config' | 'db'>,
  job: PreparedJob,
  given: { request: KeyedRequest; taker: { id: string; sessionId: string } | undefined },
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
    taker,
  }: { job: PreparedJob; lease: ReturnType<typeof newLease> } & Parameters<typeof insertJob>[2],
): Promise<Queued> {
  const { app, inputHash, ...placed } = job
  const [queued] = await insertRow(tx, [
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
  ])
  if (!queued) throw await whyRefused(tx, job, config.queuePerUser)
  return queued
}

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
  favorites: 0,
  finishedAt: null,
  receipt: null,
  charged: null,
  position: null,
  checkStatus: null,
} satisfies Partial<JobRow>

async function whyRefused(tx: Db, { submittedBy, price }: PreparedJob, queueMax: number): Promise<Refusal> {
  if (!(await findUser(tx, submittedBy))) return new Refusal('invalid_token', 'This account was deleted.')
  const { available } = await findCredits(tx, submittedBy)
  if (available < price) {
    return new Refusal('insufficient_credits', `This job costs ${price} credits; you have ${available}.`)
  }
  return new Refusal('queue_limit', `You have ${queueMax} jobs waiting. Let some finish first.`, {
    retryAfterSeconds: 10,
  })
}

async function visibleParent(db: Db, { parentId, submittedBy }: Order): Promise<JobRow> {
  const parent = await findJob(db, parentId!)
  if (!parent || !isVisibleTo(parent, submittedBy)) {
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: '/parentId', message: 'must be a job that you can see' }],
    })
  }
  return parent
}
