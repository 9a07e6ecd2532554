import { createHash } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { FinishedOutput } from '@infra/protocol/attempts'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Receipt, ReceiptClaims } from '@infra/protocol/signatures/receipts'
import { getAddress, type Hex } from 'viem'
import { signerOf } from '../auth/signatures.ts'
import { batch } from '../concurrency/batch.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { jobs } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { findBlobs } from '../files/blob-queries.ts'
import { dropAttemptFiles, listAttemptFiles, setFilesPublic, useFiles } from '../files/file-uses.ts'
import { operatorShare } from '../ledger/ledger-rules.ts'
import { settle } from '../ledger/movements.ts'
import { rememberTries } from '../nodes/pause-nodes.ts'
import { type LeaseHolder, whyLost } from './lease.ts'
import { receiptHash } from './receipt-hash.ts'

export interface Result {
  outputs: FinishedOutput[]
  claims: ReceiptClaims
  nodeSignature: string
}

export interface FinishedJob {
  jobId: string
  receipt: Receipt
  /** Whether this call did it, or an earlier one whose answer was lost. */
  isNew: boolean
  isPublic: boolean
}

type LeasedJob = Pick<typeof jobs.$inferSelect, 'id' | 'appId' | 'appVersion' | 'inputHash' | 'price'> & {
  startedAt: Date
  elapsedMs: number
  hasFiles: boolean
}

/** How one finishes an attempt. Those that come together share their statements, and one wait for the disk. */
export function finishing(deps: Deps) {
  const findTogether = batch((holders: LeaseHolder[]) => findLeased(deps.db, holders))
  const finishTogether = batch((attempts: Finish[]) => finishAll(deps.db, attempts))

  /**
   * Takes the results of an attempt: outputs attached, price settled, operator paid, all or nothing, and only for the one who
   * holds the lease. Repeated with the same results it answers the same receipt.
   */
  return async (holder: LeaseHolder, result: Result): Promise<FinishedJob> => {
    const job = await findTogether(holder)
    if (!job) return repeated(deps.db, holder, result)
    const app = findApp(job.appId)!
    const outputs = await acceptOutputs(deps.db, holder, app, result.outputs)
    const receipt = await countersign(deps, job, holder, result)
    const files = outputs.filter(({ kind }) => kind !== 'text')
    const hiddenBecause = await whyHidden(deps.db, job, result.outputs)
    const attempt = { holder, job, outputs, receipt, resultHash: resultHash(result), hiddenBecause }
    // What has no files needs no transaction of its own.
    const isPlain = files.length === 0 && !job.hasFiles
    const done = await (isPlain ? finishTogether(attempt) : finishWithFiles(deps.db, attempt, files))
    if (!done) return repeated(deps.db, holder, result)
    return { jobId: job.id, receipt, isNew: true, isPublic: done.isPublic }
  }
}

/** An attempt whose results were found good. */
interface Finish {
  holder: LeaseHolder
  job: LeasedJob
  outputs: StoredFile[]
  receipt: Receipt
  resultHash: string
  hiddenBecause: string | null
}

interface Finished {
  attemptId: string
  isPublic: boolean
}

function finishWithFiles(db: Db, attempt: Finish, files: StoredFile[]): Promise<Finished | undefined> {
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
  `select attempt_id as "attemptId", jobs.id, app_id as "appId", app_version as "appVersion", input_hash as "inputHash", price,
    started_at as "startedAt", extract(epoch from now() - started_at)::float8 * 1000 as "elapsedMs",
    jsonb_array_length(input_files) > 0 as "hasFiles"
  from jsonb_to_recordset($1) as holder ("attemptId" uuid, "leaseToken" text, "nodeId" text)
  join jobs on attempt_id = "attemptId" and status = 'running' and lease_token = "leaseToken" and node_id = "nodeId"`,
)

/** Each holder's job, or none where the lease is not theirs. */
async function findLeased(db: Db, holders: LeaseHolder[]): Promise<(LeasedJob | undefined)[]> {
  return inOrderOf(holders, await selectLeased(db, [JSON.stringify(holders)]))
}

/**
 * Who may see it is known when it is finished, not before: the owner may have changed their mind meanwhile. Should the operator's
 * account be closed in the same moment, the schema refuses to pay it; tried again, there is no node any more.
 */
const finishJobs = statement<Finished>(
  'finish-jobs',
  `with result as (
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[], $6::bigint[], $7::text[], $8::text[])
      as result (attempt, lease, node, outputs, receipt, share, hash, hidden_because)
  ),
  leased as (
    select jobs.id, attempt_id, lease_token, node_id, started_at, price, payer, attempts,
      result.outputs, result.receipt, result.share, result.hash,
      case when was_taken_down(jobs, result.outputs) then 'hidden_before' else result.hidden_because end as hidden_because
    from result join jobs on attempt_id = attempt and status = 'running' and lease_token = lease and node_id = node
    order by jobs.id for update of jobs
  ),
  done as (
    select leased.*, n.account as operator_account from leased join nodes n on n.id = leased.node_id and n.removed_at is null
  ),
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, result_hash, account)
    select attempt_id, id, node_id, lease_token, 'finished', started_at, hash, operator_account from done
  ),
  ${settle('done')},
  contradicted as (
    update attempts set vote = 'false' from done
    where done.attempts > 1 and attempts.job_id = done.id and attempts.vote = 'open'
    returning attempts.node_id, attempts.reason
  ),
  ${rememberTries(`
    select node_id, true as is_good from done
    union all select node_id, false from contradicted where reason = 'input_unreadable'`)}
  update jobs set status = 'finished', outputs = done.outputs, receipt = done.receipt, progress = 1, stage = '',
    partial_text = null, preview = null, finished_at = now(), position = nextval('job_positions'),
    lease_token = null, lease_until = null, run_until = null, seq = seq + 1,
    hidden = hidden or done.hidden_because is not null, hidden_because = coalesce(jobs.hidden_because, done.hidden_because)
  from done where jobs.id = done.id
  returning jobs.attempt_id as "attemptId", jobs.visibility = 'public' and not jobs.hidden as "isPublic"`,
)

/** Each attempt's end, or none where the lease is lost. */
async function finishAll(db: Db, attempts: Finish[]): Promise<(Finished | undefined)[]> {
  const holders = attempts.map(({ holder }) => holder)
  const rows = await finishJobs(db, [
    ...columns(holders, ['attemptId', 'leaseToken', 'nodeId']),
    attempts.map(({ outputs }) => JSON.stringify(outputs)),
    attempts.map(({ receipt }) => JSON.stringify(receipt)),
    attempts.map(({ job }) => operatorShare(job.price)),
    ...columns(attempts, ['resultHash', 'hiddenBecause']),
  ])
  return inOrderOf(holders, rows)
}

/** As `unnest` takes them: a list for each column. */
function columns<T, K extends keyof T>(rows: T[], names: K[]): T[K][][] {
  return names.map((name) => rows.map((row) => row[name]))
}

function inOrderOf<T extends { attemptId: string }>(holders: LeaseHolder[], rows: T[]): (T | undefined)[] {
  return holders.map(({ attemptId }) => rows.find((row) => row.attemptId === attemptId.toLowerCase()))
}

const findFinished = statement<{
  jobId: string
  resultHash: string | null
  receipt: Receipt
  isPublic: boolean
}>(
  'find-finished-attempt',
  `select a.job_id as "jobId", a.result_hash as "resultHash", j.receipt,
    j.visibility = 'public' and not j.hidden as "isPublic"
  from attempts a join jobs j on j.id = a.job_id
  where a.id = $1 and a.lease_token = $2 and a.node_id = $3 and a.state = 'finished'`,
)

/** The answer to the first finish was lost, and this is the second; or the lease is gone. */
async function repeated(db: Db, holder: LeaseHolder, result: Result): Promise<FinishedJob> {
  const [finished] = await findFinished(db, [holder.attemptId, holder.leaseToken, holder.nodeId])
  if (!finished) throw await whyLost(db, holder)
  if (finished.resultHash !== resultHash(result)) {
    throw new Refusal('result_conflict', 'Another result was handed in for this attempt before.')
  }
  return { ...finished, isNew: false }
}

const judgePictures = statement<{ explicit: boolean | null; unjudged: boolean | null }>(
  'judge-pictures-of-job',
  `select bool_or(explicit) as explicit, bool_or(explicit is null) as unjudged from blobs
  where kind in ('image', 'svg')
    and (sha256 = any($2) or sha256 in (select sha256 from file_uses where job_id = $1))`,
)

/** What went in is shown beside what came out, so both must be fit to be seen. Either the node or we may say that they are not. */
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

/** By what was made, not by how it was signed: a node may sign the same results twice. */
function resultHash({ outputs }: Result): string {
  return createHash('sha256').update(JSON.stringify(outputs)).digest('hex')
}

/** What the app makes, no more and no less, each of it sent before under this very attempt. */
async function acceptOutputs(
  db: Db,
  { attemptId }: LeaseHolder,
  app: AppManifest,
  outputs: FinishedOutput[],
): Promise<StoredFile[]> {
  const wanted = app.outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  const given = outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  if (wanted !== given) {
    throw new Refusal('output_refused', `${app.name} makes ${wanted}; this is ${given}.`)
  }
  const sent = await listSent(db, attemptId, outputs)
  return outputs.map((output) => {
    if (output.kind === 'text') return textFile(output)
    const blob = sent.get(output.sha256)
    if (!blob || blob.kind !== output.kind) {
      throw new Refusal('output_refused', `The file of "${output.name}" was not sent, or is of another kind.`)
    }
    const { kind, mime, bytes, sha256, width, height, seconds, placeholder } = blob
    return { name: output.name, kind, mime, bytes, sha256, width, height, seconds, placeholder, text: null }
  })
}

async function listSent(db: Db, attemptId: string, outputs: FinishedOutput[]) {
  if (outputs.every(({ kind }) => kind === 'text')) return new Map<string, never>()
  const sent = await listAttemptFiles(db, attemptId)
  return findBlobs(
    db,
    sent.map(({ sha256 }) => sha256),
  )
}

function textFile({ name, sha256, text = '' }: FinishedOutput): StoredFile {
  if (createHash('sha256').update(text).digest('hex') !== sha256) {
    throw new Refusal('output_refused', `The text of "${name}" does not have the hash that it came with.`)
  }
  return {
    name,
    kind: 'text',
    mime: 'text/plain',
    bytes: Buffer.byteLength(text),
    sha256,
    text,
    width: null,
    height: null,
    seconds: null,
    placeholder: null,
  }
}

/** A node may round and wait on the wire; it may not have worked longer than it had the job. */
const CLOCK_TOLERANCE_MS = 2_000

/** Checks what the node vouches for, word by word, and vouches for it in turn. */
async function countersign(
  { networkKey }: Pick<Deps, 'networkKey'>,
  job: LeasedJob,
  { nodeId }: LeaseHolder,
  { claims, outputs, nodeSignature }: Result,
): Promise<Receipt> {
  const expected: Omit<ReceiptClaims, 'runMs'> = {
    job: job.id,
    app: job.appId,
    appVersion: job.appVersion,
    inputHash: job.inputHash,
    outputHashes: outputs.map(({ sha256 }) => sha256),
    startedAt: job.startedAt.getTime(),
    price: job.price,
    node: getAddress(nodeId as Hex),
  }
  const wrong = Object.entries(expected).find(
    ([name, value]) => JSON.stringify(claims[name as keyof ReceiptClaims]) !== JSON.stringify(value),
  )
  if (wrong) throw new Refusal('receipt_invalid', `The receipt is wrong about "${wrong[0]}".`)
  if (claims.runMs < 0 || claims.runMs > job.elapsedMs + CLOCK_TOLERANCE_MS) {
    throw new Refusal('receipt_invalid', 'The receipt claims more time than the node had the job.')
  }
  const hash = receiptHash(claims)
  if (signerOf(hash, nodeSignature as Hex) !== nodeId)
    throw new Refusal('receipt_invalid', 'The receipt is not signed by this node.')
  const network = await networkKey()
  return {
    claims,
    nodeSignature,
    network: network.address,
    networkSignature: network.sign(hash),
  }
}
