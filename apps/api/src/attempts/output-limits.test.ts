import { createHash } from 'node:crypto'
import { drawMosaic } from '@infra/hand-node/plausible-outputs'
import { sendOutput } from '@infra/hand-node/result'
import { type Assignment, failAttempt, leaseOf, releaseAttempt, uploadOutput } from '@infra/protocol/attempts'
import { uploadFile } from '@infra/protocol/files'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { expireJobs } from '../jobs/expire-jobs.ts'
import { cancelAll, echo, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { openSocket, readToEnd } from '../test/raw-http.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepLeases } from './sweep-leases.ts'

const testApi = await startTestApi()
const { deps, origin } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
const picture = new Uint8Array(await drawing({ width: 20, height: 20 }).png().toBuffer())
const { id: image } = await alice.call(uploadFile, { file: new Blob([picture]) })

beforeEach(() => cancelAll(deps))

async function leasedDrawing(): Promise<Assignment> {
  await alice.call(submitJob, { body: { appId: 'vectorise', input: { image } } })
  return node.claim()
}

const sendSvg = async (job: Assignment, name = 'a') =>
  sendOutput(node.call, job, {
    name: 'drawing',
    kind: 'svg',
    bytes: await drawMosaic(Buffer.from(picture), { id: name }),
  })

const keptOf = async ({ attemptId }: Assignment) =>
  (await rowOf(deps, sql`select count(*)::int as count from attempt_files where attempt_id = ${attemptId}`))
    .count

/** Announces a file and sends none. */
async function announce({ attemptId, leaseToken }: Assignment, kind: string, bytes: number) {
  const head = [
    `POST /api/attempt/${attemptId}/output?kind=${kind}&sha256=${'ab'.repeat(32)} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: ${node.authorization}`,
    `X-Lease-Token: ${leaseToken}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${bytes}`,
  ]
  return (await readToEnd(await openSocket(origin, `${head.join('\r\n')}\r\n\r\n`))).body
}

test('[finding S10] refuses a file of a kind or size that the app does not make, before receiving it', async () => {
  await alice.call(submitJob, echo('words alone'))
  const words = await node.claim()
  for (const kind of ['audio', 'image', 'json', 'svg', 'text'])
    expect(await announce(words, kind, 20_000_000)).toContain('"output_refused"')
  const drawn = await leasedDrawing()
  expect(await announce(drawn, 'audio', 1_000)).toContain('"output_refused"')
  expect(await announce(drawn, 'svg', 17 * 1024 * 1024)).toContain('"payload_too_large"')
  const sound = wavOf()
  const query = { kind: 'audio' as const, sha256: createHash('sha256').update(sound).digest('hex') }
  const file = new Blob([new Uint8Array(sound)])
  await expect(node.call(uploadOutput, { ...leaseOf(words), query, file })).rejects.toMatchObject({
    code: 'output_refused',
  })
  expect(await keptOf(words)).toBe(0)
})

test('[finding S10] accepts each output of an app once, and once more in case the response was lost', async () => {
  const job = await leasedDrawing()
  const first = await sendSvg(job)
  expect(await sendSvg(job)).toEqual(first)
  expect(await keptOf(job)).toBe(1)
  await expect(sendSvg(job)).rejects.toMatchObject({ code: 'output_refused' })
  await expect(sendSvg(job, 'another')).rejects.toMatchObject({ code: 'output_refused' })
  expect(await announce(job, 'svg', 1_000)).toContain('"output_refused"')
  await node.finish(job, [first])
})

test('[finding S10] keeps at most two of five files that an attempt sends at the same time', async () => {
  const job = await leasedDrawing()
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => sendSvg(job, name)))
  expect(await keptOf(job)).toBeLessThanOrEqual(2)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(['conflict', 'output_refused']).toContain(outcome.reason.code)
})

const endings: [string, (job: Assignment) => Promise<unknown>][] = [
  ['was released', (job) => node.call(releaseAttempt, leaseOf(job))],
  ['was cancelled', ({ jobId }) => alice.call(cancelJob, { params: { id: jobId } })],
  [
    'failed',
    (job) =>
      node.call(failAttempt, {
        ...leaseOf(job),
        body: { reason: 'app_failed', detail: '', final: false },
      }),
  ],
  [
    'lost its lease',
    async ({ jobId }) => {
      await deps.db.execute(
        sql`update leases set lease_until = now() - interval '1 second' where job_id = ${jobId}`,
      )
      await sweepLeases(deps)
    },
  ],
  [
    'expired',
    async ({ jobId }) => {
      await deps.db.execute(sql`update jobs set expires_at = now() - interval '1 second' where id = ${jobId}`)
      await expireJobs(deps)
    },
  ],
]

test.for(endings)('[finding S10] releases at once the files of an attempt that %s', async ([, end]) => {
  const job = await leasedDrawing()
  const { sha256 } = await sendSvg(job)
  expect(await keptOf(job)).toBe(1)
  await deps.db.execute(sql`delete from loose_blobs`)
  await end(job)
  expect(await keptOf(job)).toBe(0)
  expect(await rowOf(deps, sql`select sha256 from loose_blobs`)).toEqual({ sha256 })
})

test('[finding S10] does not keep a file whose attempt ended while it was being inspected', async () => {
  const job = await leasedDrawing()
  const keeping = holdStatement(deps, 'insert into "blobs"')
  const sending = expect(sendSvg(job, 'late')).rejects.toMatchObject({ code: 'job_cancelled' })
  await eventually(() => expect(keeping.answers()).toBe(1))
  await alice.call(cancelJob, { params: { id: job.jobId } })
  keeping.release()
  await sending
  expect(await keptOf(job)).toBe(0)
})
