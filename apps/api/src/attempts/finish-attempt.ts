import { createHash } from 'node:crypto'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { FinishedOutput } from '@infra/protocol/attempts'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { programOf, type Receipt } from '@infra/protocol/signatures/receipts'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { LeaseHolder } from '../auth/leases.ts'
import { batch } from '../concurrency/batch.ts'
import type { Db } from '../db/client.ts'
import { confirmCommits } from '../db/confirm-commits.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { dropAttemptFiles, setFilesPublic, useFiles } from '../files/file-uses.ts'
import { settle } from '../ledger/movements.ts'
import { recordTries } from '../matching/pause-nodes.ts'
import { type Draw, type DrawnFrom, drawResult } from '../trust/draw-result.ts'
import { acceptOutputs } from './accept-outputs.ts'
import { countersignReceipt, type ReceiptFacts, type SignedResult } from './countersign-receipt.ts'
import { endLeases, SEQ_AFTER_LEASE } from './end-leases.ts'
import { type GateDeps, type GatedAttempt, gateOutputs } from './gate-outputs.ts'
import { whyLost } from './lease-queries.ts'

const CANARY_PPM = TRUST_RULES.canaryRate * 1_000_000

/** What finishing needs in addition to the API's dependencies. */
export interface FinishDeps extends GateDeps, Pick<Deps, 'dayKey' | 'networkKey' | 'now'> {
  finishBatches: FinishBatches
}

/** Attempts that finish at the same time share their statements and one wait for the disk. */
export interface FinishBatches {
  find: (holder: LeaseHolder) => Promise<LeasedJob | undefined>
  finish: (attempt: AcceptedAttempt) => Promise<Finished | undefined>
}

export function finishBatches(db: Db): FinishBatches {
  return {
    find: batch((holders: LeaseHolder[]) => findLeased(db, holders)),
    finish: batch((attempts: AcceptedAttempt[]) => finishAll(db, attempts)),
  }
}

/**
 * Accepts an attempt's results: attaches the outputs, settles the price and pays the operator, all or nothing, and only for the node that
 * holds the lease. Repeated with the same results, it returns the same receipt.
 */
export async function finishAttempt(
  deps: FinishDeps,
  holder: LeaseHolder,
  result: SignedResult,
): Promise<Receipt> {
  const { db, notifications } = deps
  const job = await deps.finishBatches.find(holder)
  if (!job) return findReceipt(db, holder, result)
  const app = findApp(job.appId)!
  const outputs = await acceptOutputs(db, { attemptId: holder.attemptId, app, outputs: result.outputs })
  const receipt = await countersignReceipt(deps, job, holder.nodeId, result)
  await gateOutputs(deps, holder, { job, outputs })
  const files = outputs.filter(({ kind }) => kind !== 'text')
  const hiddenBecause = await whyHidden(db, job, result.outputs)
  const program = programOf(receipt.claims)
  const draw = await drawResult(deps, { attemptId: holder.attemptId, program, ...job })
  const attempt = { holder, job, outputs, receipt, resultHash: resultHash(result), hiddenBecause, draw }
  // Without files, one statement does everything and can be shared with other attempts.
  const isPlain = files.length === 0 && !job.hasFiles
  const finished = await (isPlain ? deps.finishBatches.finish(attempt) : finishWithFiles(db, attempt, files))
  if (!finished) return findReceipt(db, holder, result)
  notifications.publish('job', job.id)
  if (finished.isPublic) notifications.publish('feed', job.id)
  return receipt
}

interface LeasedJob extends ReceiptFacts, GatedAttempt, Omit<DrawnFrom, 'attemptId' | 'program'> {
  hasFiles: boolean
}

/** An attempt whose results were checked and accepted. */
interface AcceptedAttempt {
  holder: LeaseHolder
  job: LeasedJob
  outputs: StoredFile[]
  receipt: Receipt
  resultHash: string
  hiddenBecause: string | null
  draw: Draw
}

interface Finished {
  attemptId: string
  isPublic: boolean
}

function finishWithFiles(
  db: Db,
  attempt: AcceptedAttempt,
  files: StoredFile[],
): Promise<Finished | undefined> {
  const { holder, job } = attempt
  return transaction(db, async (tx) => {
    const [finished] = await finishAll(tx, [attempt])
    if (!finished) return undefined
    const { isPublic } = finished
    if (files.length > 0) {
      const uses = files.map(({ name, sha256 }) => ({ role: 'output' as const, name, sha256 }))
      await useFiles(tx, job.id, uses, isPublic)
      await dropAttemptFiles(tx, holder.attemptId)
    }
    if (job.hasFiles && isPublic) await setFilesPublic(tx, job.id, true)
    return finished
  })
}

const selectLeased = statement<LeasedJob & { attemptId: string }>(
  'find-jobs-to-finish',
  `select leases.attempt_id as "attemptId", jobs.id, jobs.app_id as "appId", app_version as "appVersion", input_hash as "inputHash", price,
    started_at as "startedAt", extract(epoch from now() - started_at)::float8 * 1000 as "elapsedMs",
    jsonb_array_length(input_files) > 0 as "hasFiles", t.record as trust, coalesce(a.pending, 0)::float8 as pending,
    for_node_id is not null or jobs.payer = n.account as "isExempt", n.protocol, input, input_files as "inputFiles"
  from jsonb_to_recordset($1) as holder ("attemptId" uuid, "leaseToken" text, "nodeId" text)
  join leases on leases.attempt_id = "attemptId" and lease_token = "leaseToken" and leases.node_id = "nodeId"
  join jobs on jobs.id = job_id join nodes n on n.id = leases.node_id left join ledger_accounts a on a.id = n.account
  left join trust_records t on n.levels is not null and t.node_id = n.id and t.app_id = jobs.app_id`,
)

/** Each holder's job, or undefined if they don't hold the lease. */
async function findLeased(db: Db, holders: LeaseHolder[]): Promise<(LeasedJob | undefined)[]> {
  return inOrderOf(holders, await selectLeased(db, [JSON.stringify(holders)]))
}

/**
 * Reads whether the job is public here and no earlier, because its owner may have changed that while it ran. If the operator's account is
 * closed at the same moment, a constraint refuses the payment; when the statement is retried, the node is gone.
 */
const finishJobs = statement<Finished>(
  'finish-jobs',
  `with result as (
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[], $6::text[], $7::text[], $8::int[], $9::uuid[],
      $10::uuid[], $11::date[]) as result (attempt, lease, node, outputs, receipt, hash, hidden_because, rate_ppm, check_id, canary_id,
      drawn_on)
  ),
  leased as (
    select jobs.id, jobs.app_id, jobs.attempt_id, lease_token, jobs.node_id, started_at, price,
      case when unpaid then 0 else price end as charge, granted, payer, jobs.key_id, jobs.key_day, attempts,
      result.outputs, result.receipt, result.hash, result.rate_ppm, result.drawn_on, result.check_id, result.canary_id,
      case when was_taken_down(jobs, result.outputs) then 'hidden_before'
        else coalesce(result.hidden_because, case when result.check_id is not null then 'checking' end) end as hidden_because
    from result join leases on leases.attempt_id = attempt and lease_token = lease and leases.node_id = node
    join jobs on jobs.id = job_id and jobs.attempt_id = leases.attempt_id and status = 'running'
    order by jobs.id for update of jobs
  ),
  done as (
    select leased.*, n.account as operator_account from leased join nodes n on n.id = leased.node_id and n.removed_at is null
  ),
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, result_hash, account, rate_ppm, drawn_on)
    select attempt_id, id, node_id, lease_token, 'finished', started_at, hash, operator_account, rate_ppm, drawn_on from done
  ),
  drawn as (
    insert into checks (id, kind, node_id, app_id, job_id, rate_ppm)
    select check_id, 'drawn', node_id, app_id, id, rate_ppm from done where check_id is not null
    union all select canary_id, 'canary', node_id, app_id, null, ${CANARY_PPM} from done where canary_id is not null
  ),
  ${endLeases('done')},
  ${settle('done', 'settle')},
  contradicted as (
    update attempts set vote = 'false' from done
    where done.attempts > 1 and attempts.job_id = done.id and attempts.vote = 'open'
    returning attempts.node_id, attempts.reason
  ),
  ${recordTries(`
    select node_id, true as is_good from done
    union all select node_id, false from contradicted where reason = 'input_unreadable'`)}
  update jobs set status = 'finished', outputs = done.outputs, receipt = done.receipt,
    check_status = case when done.check_id is not null then jsonb_build_object('state', 'checking') end,
    earned = paid.earned, charged = paid.charged, finished_at = now(), position = nextval('job_positions'), seq = ${SEQ_AFTER_LEASE},
    hidden = hidden or done.hidden_because is not null, hidden_because = coalesce(jobs.hidden_because, done.hidden_because)
  from done join paid on paid.id = done.id where jobs.id = done.id
  returning jobs.attempt_id as "attemptId", jobs.visibility = 'public' and not jobs.hidden as "isPublic"`,
)

/** The outcome of each attempt, or undefined if the lease is lost. */
async function finishAll(db: Db, attempts: AcceptedAttempt[]): Promise<(Finished | undefined)[]> {
  const holders = attempts.map(({ holder }) => holder)
  const rows = await finishJobs(db, [
    ...columns(holders, ['attemptId', 'leaseToken', 'nodeId']),
    attempts.map(({ outputs }) => JSON.stringify(outputs)),
    attempts.map(({ receipt }) => JSON.stringify(receipt)),
    ...columns(attempts, ['resultHash', 'hiddenBecause']),
    ...columns(
      attempts.map(({ draw }) => draw),
      ['ratePpm', 'checkId', 'canaryId', 'drawnOn'],
    ),
  ])
  return inOrderOf(holders, rows)
}

/** A list for each column, as `unnest` takes them. */
function columns<T, K extends keyof T>(rows: T[], names: K[]): T[K][][] {
  return names.map((name) => rows.map((row) => row[name]))
}

function inOrderOf<T extends { attemptId: string }>(holders: LeaseHolder[], rows: T[]): (T | undefined)[] {
  return holders.map(({ attemptId }) => rows.find((row) => row.attemptId === attemptId.toLowerCase()))
}

const findFinished = statement<{ resultHash: string | null; receipt: Receipt }>(
  'find-finished-attempt',
  `select a.result_hash as "resultHash", j.receipt from attempts a join jobs j on j.id = a.job_id
  where a.id = $1 and a.lease_token = $2 and a.node_id = $3 and a.state = 'finished'`,
)

/** The receipt of an attempt that was finished before, in case its response was lost; refuses if the lease is lost. */
async function findReceipt(db: Db, holder: LeaseHolder, result: SignedResult): Promise<Receipt> {
  const [finished] = await findFinished(db, [holder.attemptId, holder.leaseToken, holder.nodeId])
  if (!finished) throw await whyLost(db, holder)
  if (finished.resultHash !== resultHash(result)) {
    throw new Refusal('result_conflict', 'Another result was submitted for this attempt before.')
  }
  await confirmCommits(db, [])
  return finished.receipt
}

const judgePictures = statement<{ explicit: boolean | null; unjudged: boolean | null }>(
  'judge-pictures-of-job',
  `select bool_or(explicit) as explicit, bool_or(explicit is null) as unjudged from blobs
  where kind in ('image', 'svg')
    and (sha256 = any($2) or sha256 in (select sha256 from file_uses where job_id = $1))`,
)

/** Inputs are shown next to outputs, so both are checked. It's enough if either the node or the API calls a picture explicit. */
async function whyHidden(
  db: Db,
  { id, hasFiles }: LeasedJob,
  outputs: FinishedOutput[],
): Promise<'explicit' | 'unjudged' | null> {
  const sent = outputs.filter(({ kind }) => kind !== 'text').map(({ sha256 }) => sha256)
  if (sent.length === 0 && !hasFiles) return null
  const [seen] = await judgePictures(db, [id, sent])
  if (seen!.explicit || outputs.some(({ explicit }) => explicit)) return 'explicit'
  return seen!.unjudged ? 'unjudged' : null
}

/** Hashes the outputs without the signature, because a node may sign the same results twice. */
function resultHash({ outputs }: SignedResult): string {
  return createHash('sha256').update(JSON.stringify(outputs)).digest('hex')
}
