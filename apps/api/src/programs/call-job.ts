import { findApp } from '@infra/protocol/apps/catalogue'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyRequest } from 'fastify'
import { transaction } from '../db/transaction.ts'
import { readWhole } from '../files/storage/read-whole.ts'
import { storeUpload } from '../files/store-upload.ts'
import { clientDisconnected } from '../http/client-disconnected.ts'
import { hashOf } from '../http/idempotency.ts'
import type { ReceivedUpload } from '../http/receive-upload.ts'
import type { CallEnd } from '../jobs/calls/call-queries.ts'
import { submitCall } from '../jobs/calls/submit-call.ts'
import { cancelOpen } from '../jobs/cancel-job.ts'
import { expireJobs } from '../jobs/expire-jobs.ts'
import { findJob, type JobRow } from '../jobs/job-queries.ts'
import { hasEnded, waitForEnd } from '../jobs/watch/wait-for-end.ts'
import { findKeyOf } from '../keys/key-queries.ts'
import { presentKey } from '../keys/present-key.ts'
import { findCredits } from '../ledger/ledger-queries.ts'
import { inCallersNames, JobFailed } from './openai-errors.ts'
import type { ProgramDeps, ProgramRequest } from './program-route.ts'

/** What a request becomes: an app, its input, and the files that go in. */
export interface WantedJob {
  appId: string
  input: Record<string, unknown>
  /** Files by the field of the app, each stored as an upload first. */
  files?: Record<string, { upload: ReceivedUpload; isAlphaMask?: boolean }>
  /** What the caller calls the app's fields. */
  names?: Record<string, string>
}

export interface OrderedJob {
  jobId: string
  /** Waits for the end and returns the finished job. Throws for any other outcome. */
  finished: (onChange?: (row: JobRow) => void) => Promise<JobRow>
  /** Ends a job whose text started over after a part of it was sent; the caller pays nothing for it. */
  discard: () => Promise<void>
}

type CallRequest = Pick<
  ProgramRequest,
  'request' | 'reply' | 'endpoint' | 'address' | 'key' | 'headers' | 'files'
> & {
  body: unknown
  params?: unknown
}

/** Orders the job of a request, or finds the one that an earlier copy of the request ordered. */
export async function orderJob(deps: ProgramDeps, call: CallRequest, wanted: WantedJob): Promise<OrderedJob> {
  const { headers, key, reply, endpoint } = call
  const fingerprint = hashOf([
    endpoint.path,
    call.params,
    call.body,
    Object.entries(call.files)
      .map(([name, { sha256 }]) => [name, sha256])
      .toSorted(),
  ])
  const { jobId, isRepeat } = await submitCall(
    deps,
    {
      fingerprint,
      idempotencyKey: headers['idempotency-key'] ?? null,
      isRepeat: Number(headers['x-stainless-retry-count'] ?? 0) > 0,
      cancelAfterSeconds: cancelAfterOf(headers) ?? null,
    },
    async () => ({
      submittedBy: call.address,
      key,
      appId: wanted.appId,
      input: { ...wanted.input, ...(await storeFiles(deps, call.address, wanted.files)) },
      acceptsInlineFiles: true,
      visibility: headers['infra-visibility'],
      maxCredits: headers['infra-max-credits'],
    }),
    key,
  ).catch((error) => {
    throw inCallersNames(error, wanted.names ?? {})
  })
  reply.headers({ 'infra-job': jobId, 'infra-app': `${wanted.appId}@${findApp(wanted.appId)!.version}` })
  if (isRepeat) reply.header('idempotency-replayed', 'true')
  return {
    jobId,
    finished: (onChange) => finish(deps, call, jobId, onChange),
    discard: async () => {
      await transaction(deps.db, (tx) => cancelOpen(tx, [jobId], { worthless: true }))
      deps.notifications.publish('job', jobId)
    },
  }
}

async function storeFiles(
  deps: ProgramDeps,
  owner: string,
  files: WantedJob['files'] = {},
): Promise<Record<string, string>> {
  const stored: Record<string, string> = {}
  for (const [field, { upload, isAlphaMask }] of Object.entries(files))
    stored[field] = (await storeUpload(deps, { owner, upload, isAlphaMask })).id
  return stored
}

async function finish(
  deps: ProgramDeps,
  { reply, address, key, headers }: CallRequest,
  jobId: string,
  onChange?: (row: JobRow) => void,
): Promise<JobRow> {
  const callSeconds = deps.callMs / 1000
  const cancelAfter = cancelAfterOf(headers) ?? Number.POSITIVE_INFINITY
  const seconds = Math.min(callSeconds, cancelAfter)
  const gone = clientDisconnected(reply)
  const signals = [gone, deps.closing]
  const leave = deps.awaitedCalls.begin(jobId)
  // Reported once, when the connection is closed: before that, nobody knows whether the response arrived.
  let end: CallEnd | 'closing' = 'gone'
  reply.raw.once('close', () => leave(end === 'delivered' && !reply.raw.writableFinished ? 'gone' : end))
  if (reply.raw.destroyed) leave('gone')
  await waitForEnd(deps, jobId, { seconds, signals, onChange })
  let row = await findJob(deps.db, jobId)
  if (row && !hasEnded(row) && cancelAfter <= callSeconds && !AbortSignal.any(signals).aborted) {
    // It was ordered before the wait began, so its time is up as well. The sweep would end it up to a minute later.
    await expireJobs(deps)
    row = await findJob(deps.db, jobId)
  }
  if (row && hasEnded(row)) {
    end = 'delivered'
    if (!reply.sent) await setCostHeaders(deps, { reply, address, key }, row)
    return finishedOrThrow(row)
  }
  if (deps.closing.aborted) {
    end = 'closing'
    throw new Refusal('dependency_unavailable', 'This server is closing. Send the request again.')
  }
  if (row && !gone.aborted) end = 'still running'
  throw new Refusal('job_running', 'The job is still running. Send the same request again to wait for it.')
}

function cancelAfterOf({ 'cancel-after': text }: CallRequest['headers']): number | undefined {
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

function finishedOrThrow(row: JobRow): JobRow {
  if (row.status === 'finished') return row
  if (row.status === 'cancelled')
    throw new Refusal('job_cancelled', 'The job was cancelled. Send the request again to order it anew.')
  if (row.reason === 'expired')
    throw new JobFailed('expired', 'The job was not done in time. Nothing was charged.')
  const sentence = `The job failed on every node that tried it (${row.reason}). Nothing was charged.`
  throw new JobFailed(row.reason ?? 'app_failed', sentence)
}

/** Puts into the response's headers what the job cost, what is left, who ran it and what was signed about it. */
async function setCostHeaders(
  deps: ProgramDeps,
  { reply, address, key }: Pick<CallRequest, 'reply' | 'address' | 'key'>,
  row: JobRow,
): Promise<void> {
  const { available } = await findCredits(deps.db, address)
  const left = await findKeyOf(deps.db, address, key.id)
  const { total, day } = left ? presentKey(left).left : { total: null, day: 0 }
  reply.headers({
    'infra-cost': String(row.charged ?? 0),
    'infra-balance': String(available),
    'infra-key-left': `${total === null ? '' : `total=${total};`}day=${day}`,
    ...(row.nodeId && { 'infra-node': row.nodeId }),
    ...(row.receipt && { 'infra-receipt': Buffer.from(JSON.stringify(row.receipt)).toString('base64url') }),
  })
}

export function outputOf(row: JobRow, name?: string): StoredFile {
  const output = name === undefined ? row.outputs[0] : row.outputs.find((one) => one.name === name)
  if (!output) throw new Refusal('not_found', 'The result of this job was deleted.')
  return output
}

/** All bytes of a result. */
export async function bytesOf(
  deps: ProgramDeps,
  file: StoredFile,
  { log }: Pick<FastifyRequest, 'log'>,
): Promise<Buffer> {
  if (file.text !== null) return Buffer.from(file.text)
  const content = await readWhole(deps.files, file, log)
  if (!content) throw new Refusal('not_found', 'The result of this job was deleted.')
  return content
}
