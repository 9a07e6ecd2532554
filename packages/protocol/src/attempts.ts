import { z } from 'zod'
import { AppId, OutputKind } from './apps/app.ts'
import { AppInput } from './apps/app-input.ts'
import { endpoint } from './endpoint.ts'
import { OUTPUT_BYTES_MAX, Sha256 } from './files.ts'
import { FailureReason } from './jobs.ts'
import {
  inputHash,
  type Ran,
  Receipt,
  ReceiptClaims,
  type SecondReceiptClaims,
  type Served,
} from './signatures/receipts.ts'
import type { Address } from './values/address.ts'
import { integer, integerText } from './values/integer.ts'
import { IsoDate } from './values/iso-date.ts'
import { webpSize } from './values/webp-size.ts'

/** A node renews its lease every ten seconds. Two missed renewals are fine; after the third the job goes to another node. */
export const LEASE_SECONDS = 30
export const BEAT_SECONDS = 10

/** How long a claim may wait for a job. */
export const CLAIM_WAIT_SECONDS_MAX = 25

export const TEXT_OUTPUT_CHARACTERS_MAX = 100_000

/** How much text one heartbeat may contain. */
export const BEAT_TEXT_CHARACTERS_MAX = 8_000

/** The length of a node's failure report; the network stores less. */
export const FAILURE_DETAIL_CHARACTERS_MAX = 10_000

/** Several times the agent's highest rate. The window is shorter than a lease, so that a refused node keeps the job. */
const aSecond = (count: number) => ({ count: count * 10, seconds: 10 })

/** A node's right to one attempt at a job, limited in time and fenced by a secret that every later call includes. */
export const Assignment = z.object({
  attemptId: z.uuid(),
  leaseToken: z.string(),
  leaseUntil: IsoDate,
  jobId: z.uuid(),
  app: z.object({ id: AppId, version: z.int() }),
  input: AppInput,
  /** Fetched by `getInputFile`; keyed by the field that names them. */
  files: z.record(z.string(), z.object({ mime: z.string(), bytes: z.int(), sha256: Sha256 })),
  startedAt: IsoDate,
  price: z.int(),
})
export type Assignment = z.infer<typeof Assignment>

export const claimJob = endpoint({
  method: 'POST',
  path: '/attempt',
  summary: 'Take the next job that this node can run, waiting for one if there is none yet.',
  waits: true,
  caller: 'node',
  query: z.strictObject({ wait: integerText({ min: 0, max: CLAIM_WAIT_SECONDS_MAX }).optional() }),
  response: Assignment.nullable(),
  limit: aSecond(200),
  refusals: ['session_superseded'],
})

export const releaseUnheld = endpoint({
  method: 'POST',
  path: '/attempt/unheld',
  summary: 'Give back the jobs assigned to this node in an answer that it never got.',
  caller: 'node',
  body: z.strictObject({ holding: z.array(z.uuid()).max(64) }),
  bodyBytesMax: 3 * 1024,
  response: null,
  limit: aSecond(10),
  refusals: ['session_superseded'],
})

const underLease = {
  caller: 'node',
  params: z.object({ id: z.uuid() }),
  headers: z.object({ 'x-lease-token': z.string().min(1).max(64) }),
} as const

/** The identification for every call of this attempt. */
export function leaseOf({ attemptId, leaseToken }: Assignment) {
  return { params: { id: attemptId }, headers: { 'x-lease-token': leaseToken } }
}

const leaseRefusals = ['job_cancelled', 'job_expired', 'lease_lost', 'session_superseded'] as const

export const getInputFile = endpoint({
  method: 'GET',
  path: '/attempt/{id}/file/{field}',
  summary: 'The bytes of a file that the job names in its input.',
  ...underLease,
  params: z.object({ id: z.uuid(), field: z.string().max(32) }),
  media: 'file',
  response: null,
  limit: aSecond(100),
  refusals: ['session_superseded', 'url_invalid'],
})

export const PREVIEW_BYTES_MAX = 12_000
export const PREVIEW_SIDE_MAX = 512

/** A still WebP in base64 whose header says that it's small: twelve thousand bytes can claim a picture of a gigabyte. */
const Preview = z
  .base64()
  .max(PREVIEW_BYTES_MAX * (4 / 3))
  .refine(isSmallWebp, `must be a still WebP picture of at most ${PREVIEW_SIDE_MAX} pixels a side`)

function isSmallWebp(base64: string): boolean {
  const size = webpSize(base64)
  return size !== undefined && size.width <= PREVIEW_SIDE_MAX && size.height <= PREVIEW_SIDE_MAX
}

export const renewLease = endpoint({
  method: 'POST',
  path: '/attempt/{id}/beat',
  summary:
    'Keep the lease, and report progress. With `wait` the answer comes late, or at once when the job is cancelled.',
  waits: true,
  ...underLease,
  lease: 'held',
  query: z.strictObject({ wait: integerText({ min: 0, max: BEAT_SECONDS }).optional() }),
  body: z.strictObject({
    progress: z.strictObject({ part: z.number().min(0).max(1), stage: z.string().max(80) }).optional(),
    /** Text written since the last report; `at` is the number of code points before it, so that a repeat adds nothing. */
    text: z
      .strictObject({
        at: integer({ min: 0, max: 2 ** 31 - 1 }),
        append: z.string().max(BEAT_TEXT_CHARACTERS_MAX),
      })
      .optional(),
    /** The picture as far as it's finished. */
    preview: Preview.optional(),
  }),
  bodyBytesMax: 64 * 1024,
  response: z.object({ leaseUntil: IsoDate }),
  limit: aSecond(150),
  refusals: leaseRefusals,
})

export const uploadOutput = endpoint({
  method: 'POST',
  path: '/attempt/{id}/output',
  summary: 'Send a file that the job made: form data with one `file`.',
  ...underLease,
  lease: 'held',
  query: z.strictObject({ kind: OutputKind, sha256: Sha256 }),
  upload: { bytesMax: OUTPUT_BYTES_MAX },
  /** Of the stored file, which the receipt must name: pictures are rewritten, without metadata. */
  response: z.object({ sha256: Sha256, bytes: z.int() }),
  limit: aSecond(40),
  refusals: [
    ...leaseRefusals,
    'corrupt_file',
    'empty_file',
    'hash_mismatch',
    'output_refused',
    'storage_full',
    'type_mismatch',
  ],
})

/** One output of a finished job: text, or a file that was sent before. */
export const FinishedOutput = z.strictObject({
  name: z.string().max(40),
  kind: OutputKind,
  sha256: Sha256,
  text: z.string().max(TEXT_OUTPUT_CHARACTERS_MAX).optional(),
  /** The node looked at the picture and wouldn't show it to everyone. */
  explicit: z.literal(true).optional(),
})
export type FinishedOutput = z.infer<typeof FinishedOutput>

/** What the node that submits these outputs must sign. */
export async function claimsOf(
  { jobId, app, input, files, startedAt, price }: Assignment,
  { node, outputs, runMs, ran, served }: Produced,
): Promise<SecondReceiptClaims> {
  const fileHashes = Object.entries(files).map(([field, { sha256 }]) => [field, sha256])
  return {
    v: 2,
    job: jobId,
    app: app.id,
    appVersion: app.version,
    inputHash: await inputHash(input, Object.fromEntries(fileHashes)),
    outputHashes: outputs.map(({ sha256 }) => sha256),
    startedAt: startedAt.getTime(),
    runMs: Math.round(runMs),
    price,
    node,
    ...ran,
    ...served,
  }
}

/** What a node made of a job, and what it used. */
interface Produced {
  node: Address
  outputs: FinishedOutput[]
  runMs: number
  ran: Ran
  served: Served
}

export const finishAttempt = endpoint({
  method: 'POST',
  path: '/attempt/{id}/finish',
  summary:
    'Submit the results with the signed receipt. Repeated, it answers the same and pays nothing twice.',
  ...underLease,
  lease: 'held or finished',
  body: z.strictObject({
    outputs: z.array(FinishedOutput).min(1).max(16),
    claims: ReceiptClaims,
    nodeSignature: z.string().regex(/^0x[0-9a-f]{130}$/),
  }),
  bodyBytesMax: 1200 * 1024,
  response: Receipt,
  limit: aSecond(200),
  refusals: [...leaseRefusals, 'output_refused', 'receipt_invalid', 'result_conflict'],
})

export const failAttempt = endpoint({
  method: 'POST',
  path: '/attempt/{id}/fail',
  summary: 'Say that this try failed, and why.',
  ...underLease,
  lease: 'held',
  body: z.strictObject({
    reason: FailureReason,
    /** For the operator and for us; cut to 4,000 characters. */
    detail: z.string().max(FAILURE_DETAIL_CHARACTERS_MAX),
    /** The input itself is at fault, so another node would fail too. */
    final: z.boolean(),
  }),
  bodyBytesMax: 64 * 1024,
  response: null,
  limit: aSecond(100),
  refusals: leaseRefusals,
})

export const releaseAttempt = endpoint({
  method: 'POST',
  path: '/attempt/{id}/release',
  summary: 'Give the job back unharmed, because this node is going away.',
  ...underLease,
  response: null,
  limit: aSecond(100),
  refusals: leaseRefusals,
})
