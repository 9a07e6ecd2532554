import {
  type Assignment,
  BEAT_TEXT_CHARACTERS_MAX,
  claimJob,
  failAttempt,
  finishAttempt,
  leaseOf,
  PREVIEW_BYTES_MAX,
  releaseAttempt,
  renewLease,
  TEXT_OUTPUT_CHARACTERS_MAX,
} from '@infra/protocol/attempts'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { cancelJob, getJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { cancelAll, echo, makePublic, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { expectAllRefused } from '../test/expect-all-refused.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { drawing, riffOf } from '../test/inputs/sample-files.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { untilEnded } from './renew-lease.ts'
import { sweepLeases } from './sweep-leases.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const [node, other] = [await startNode(testApi), await startNode(testApi)]

beforeEach(() => cancelAll(deps))

const jobOf = (id: string) => alice.call(getJob, { params: { id } })
const beat = (from: TestNode, job: Assignment, body: Parameters<typeof alice.call>[1] & object = {}) =>
  from.call(renewLease, { ...leaseOf(job), body } as never)

async function leased(from: TestNode = node, text = 'a'): Promise<Assignment> {
  await alice.call(submitJob, echo(text))
  return from.claim()
}

/** Ends the lease, as if nobody had renewed it. */
async function lapse({ jobId }: Assignment): Promise<void> {
  await db.execute(sql`update leases set lease_until = now() - interval '1 second' where job_id = ${jobId}`)
}

/** Every call that needs a lease; `finish` has a valid result. */
async function callsOf(from: TestNode, job: Assignment): Promise<Promise<unknown>[]> {
  const result = await from.result(job)
  return [
    beat(from, job),
    from.call(finishAttempt, result),
    from.call(failAttempt, { ...leaseOf(job), body: { reason: 'app_failed', detail: '', final: false } }),
    from.call(releaseAttempt, leaseOf(job)),
  ]
}

test('[N10] [N19] an attempt that a node never had is not found, whatever its token', async () => {
  const job = await leased()
  await expectAllRefused(await callsOf(node, { ...job, attemptId: crypto.randomUUID() }), 'not_found')
  await expectAllRefused(await callsOf(other, job), 'not_found')
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'running' })
})

test("[N11] refuses a node's own attempt with another lease token", async () => {
  const job = await leased()
  for (const leaseToken of ['x', (await leased(node, 'b')).leaseToken]) {
    await expectAllRefused(await callsOf(node, { ...job, leaseToken }), 'lease_lost')
  }
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'running' })
})

/** The header of a lossless picture of 16383 by 16383, and nothing else. */
const wideWebp = riffOf('WEBP', ['VP8L', Buffer.from('2ffebfff0f00000000000000', 'hex')])

test.for([
  ['is finished', (job: Assignment) => node.finish(job)],
  ['is cancelled', ({ jobId }: Assignment) => alice.call(cancelJob, { params: { id: jobId } })],
  ['is released', (job: Assignment) => node.call(releaseAttempt, leaseOf(job))],
  ['lapses', (job: Assignment) => lapse(job).then(() => sweepLeases(deps))],
] as const)('shows a preview only to the owner, and to nobody once the job %s', async ([, end]) => {
  const job = await leased()
  await makePublic(db, job.jobId)
  const bob = await signInSomeone(testApi)
  const preview = (await drawing({ width: 64, height: 48 }).webp().toBuffer()).toString('base64')
  const { seq } = await jobOf(job.jobId)
  await beat(node, job, { preview })
  expect(await jobOf(job.jobId)).toMatchObject({ preview, seq: seq + 1 })
  await beat(node, job)
  expect(await jobOf(job.jobId)).toMatchObject({ preview, seq: seq + 1 })
  for (const { call } of [bob, testApi])
    await expect(call(getJob, { params: { id: job.jobId } })).rejects.toMatchObject({ code: 'not_found' })
  await end(job)
  expect(await jobOf(job.jobId)).toMatchObject({ preview: null })
  expect((await db.execute(sql`select from leases where job_id = ${job.jobId}`)).rows).toEqual([])
})

test.for([
  ['not base64', 'UklGR<script>'],
  ['not a picture', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
  ['too large', Buffer.from(`RIFF${'x'.repeat(PREVIEW_BYTES_MAX)}`).toString('base64')],
  ['16,383 pixels wide according to its header', wideWebp.toString('base64')],
] as const)('[finding S18] refuses a preview that is %s, and keeps the lease', async ([, preview]) => {
  const job = await leased()
  await expect(beat(node, job, { preview })).rejects.toMatchObject({ code: 'validation_failed' })
  await beat(node, job)
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'running', preview: null })
})

test('refuses a renewal without a lease token, or with one that is too long', async () => {
  const job = await leased()
  for (const token of [undefined, 'x'.repeat(65)]) {
    const headers = token === undefined ? {} : { 'x-lease-token': token }
    await expect(
      node.call(renewLease, { params: { id: job.attemptId }, headers: headers as never, body: {} }),
    ).rejects.toMatchObject({ code: 'validation_failed' })
  }
})

test('a renewal extends the lease, by the clock of the database', async () => {
  const job = await leased()
  await db.execute(
    sql`update leases set lease_until = now() + interval '1 second' where job_id = ${job.jobId}`,
  )
  const { leaseUntil } = await beat(node, job)
  const { left, until } = await rowOf(
    deps,
    sql`select extract(epoch from lease_until - now())::float8 as left, lease_until as until from leases where job_id = ${job.jobId}`,
  )
  expect(left).toBeGreaterThan(29)
  expect(new Date(String(until)).getTime()).toBe(leaseUntil.getTime())
  await sweepLeases(deps)
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'running', attempts: 1 })
})

test('[N13] [N14] [N31] once a job has gone to a second node, the first is refused and only the second is paid', async () => {
  const first = await leased()
  await lapse(first)
  await sweepLeases(deps)
  const second = await other.claim()
  expect(second.jobId).toBe(first.jobId)
  expect(second.leaseToken).not.toBe(first.leaseToken)
  await expectAllRefused(await callsOf(node, first), 'lease_lost')

  const before = [await node.operator.call(getCredits), await other.operator.call(getCredits)] as const
  await other.finish(second)
  await expectAllRefused(await callsOf(node, first), 'lease_lost')
  expect(await node.operator.call(getCredits)).toEqual(before[0])
  expect(await other.operator.call(getCredits)).toMatchObject({ pending: before[1].pending + 1 })
  expect(await jobOf(first.jobId)).toMatchObject({ status: 'finished', attempts: 2, node: { id: other.id } })
})

test('accepts a late result if no sweep has ended the lease yet', async () => {
  const job = await leased()
  await lapse(job)
  await node.finish(job)
  await sweepLeases(deps)
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'finished', attempts: 1 })
})

test('accepts a late renewal if no sweep has ended the lease yet', async () => {
  const job = await leased()
  await lapse(job)
  await beat(node, job)
  await sweepLeases(deps)
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'running', attempts: 1 })
})

test('[N32] [N37] three lapses end and refund a job, and simultaneous sweeps count each lapse once', async () => {
  const bob = await signInSomeone(testApi)
  const { id } = await bob.call(submitJob, echo('lost'))
  for (const [place, from] of [node, other, node].entries()) {
    await db.execute(sql`update jobs set avoid_until = now() where id = ${id} and ${place} = 2`)
    const job = await from.claim()
    await lapse(job)
    await Promise.all(Array.from({ length: 5 }, () => sweepLeases(deps)))
    const { status, attempts } = await bob.call(getJob, { params: { id } })
    expect([status, attempts]).toEqual([place === 2 ? 'error' : 'queued', place + 1])
  }
  expect(await bob.call(getJob, { params: { id } })).toMatchObject({
    reason: 'node_lost',
    node: { id: node.id },
  })
  expect(await bob.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  const { count } = await rowOf(
    deps,
    sql`select count(*)::int as count from attempts where job_id = ${id} and state = 'lapsed'`,
  )
  expect(count).toBe(3)
  expect(await reconcile(db)).toEqual([])
})

test('an attempt ends when its time is up, and cannot be renewed', async () => {
  const job = await leased()
  await db.execute(sql`update leases set run_until = now() - interval '1 second' where job_id = ${job.jobId}`)
  await expect(beat(node, job)).rejects.toMatchObject({ code: 'lease_lost' })
  await sweepLeases(deps)
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'queued', attempts: 1 })
  expect(await rowOf(deps, sql`select state, reason from attempts where id = ${job.attemptId}`)).toEqual({
    state: 'lapsed',
    reason: 'timed_out',
  })
})

test('progress never decreases, each change raises the seq, and parts outside 0 to 1 are refused', async () => {
  const job = await leased()
  const { seq } = await jobOf(job.jobId)
  await beat(node, job, { progress: { part: 0.5, stage: 'Halfway' } })
  await beat(node, job, { progress: { part: 0.25, stage: 'Late words' } })
  const seen = await jobOf(job.jobId)
  expect(seen.progress).toEqual({ part: 0.5, stage: 'Late words' })
  expect(seen.seq).toBe(seq + 2)
  await beat(node, job)
  expect((await jobOf(job.jobId)).seq).toBe(seen.seq)
  for (const part of [-0.1, 1.1, Number.NaN]) {
    await expect(beat(node, job, { progress: { part, stage: '' } })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  }
})

test('appends partial text only at its end, and only once however often it is sent', async () => {
  const job = await leased()
  const write = (at: number, append: string) => beat(node, job, { text: { at, append } })
  await write(0, 'The 🦊 ')
  await write(0, 'The 🦊 ')
  // Positions count whole characters: the fox is one.
  await write(6, 'sat.')
  await write(6, 'sat.')
  await write(3, 'out of place')
  await write(99, 'from nowhere')
  expect((await jobOf(job.jobId)).partialText).toBe('The 🦊 sat.')
})

test('accepts partial text up to the length of a text output, and refuses impossible positions', async () => {
  const job = await leased()
  const piece = 'x'.repeat(BEAT_TEXT_CHARACTERS_MAX)
  for (let at = 0; at < TEXT_OUTPUT_CHARACTERS_MAX; at += piece.length)
    await beat(node, job, { text: { at, append: piece } })
  expect((await jobOf(job.jobId)).partialText).toHaveLength(TEXT_OUTPUT_CHARACTERS_MAX)
  for (const at of [-1, 1.5, 2 ** 31, 2 ** 53 - 1]) {
    await expect(beat(node, job, { text: { at, append: 'x' } })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  }
})

test('clears the partial text and progress of a lapsed attempt before the next one', async () => {
  const job = await leased()
  await beat(node, job, { progress: { part: 0.9, stage: 'Nearly' }, text: { at: 0, append: 'half a' } })
  await lapse(job)
  await sweepLeases(deps)
  const empty = { partialText: null, progress: { part: 0, stage: '' } }
  expect(await jobOf(job.jobId)).toMatchObject({ ...empty, status: 'queued', node: null })
  await other.claim()
  expect(await jobOf(job.jobId)).toMatchObject({ partialText: null, progress: { part: 0 } })
})

test('releasing a job requeues it without counting the attempt', async () => {
  const job = await leased()
  await node.call(releaseAttempt, leaseOf(job))
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'queued', attempts: 0, startedAt: null, node: null })
  await expectAllRefused(await callsOf(node, job), 'lease_lost')
  await other.finish(await other.claim())
})

test('a waiting renewal is answered at once when the job goes to another node', async () => {
  const job = await leased()
  const waiting = node.call(renewLease, { ...leaseOf(job), query: { wait: 10 }, body: {} })
  const outcome = expect(waiting).rejects.toMatchObject({ code: 'lease_lost' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const started = performance.now()
  await lapse(job)
  await sweepLeases(deps)
  await other.call(claimJob)
  await outcome
  expect(performance.now() - started).toBeLessThan(9_500)
})

test('[finding B10] a renewal does not wait if its node disconnected before the wait began', async () => {
  let stopped = 0
  const watchers = { watchJob: () => () => void stopped++ }
  const holder = { attemptId: '', leaseToken: '', nodeId: '' }
  await untilEnded(watchers, { jobId: '', holder }, 600_000, AbortSignal.abort())
  expect(stopped).toBe(1)
})

test('a renewal does not miss a cancellation that comes just before it begins to wait', async () => {
  const job = await leased()
  const beats = holdStatement(deps, 'renew-lease')
  const waiting = node.call(renewLease, { ...leaseOf(job), query: { wait: 10 }, body: {} })
  const outcome = expect(waiting).rejects.toMatchObject({ code: 'job_cancelled' })
  await eventually(() => expect(beats.answers()).toBe(1))
  await alice.call(cancelJob, { params: { id: job.jobId } })
  const started = performance.now()
  beats.release()
  await outcome
  expect(performance.now() - started).toBeLessThan(9_500)
})

test('a waiting renewal returns the extended lease when its time is over', async () => {
  const job = await leased()
  const { leaseUntil } = await node.call(renewLease, { ...leaseOf(job), query: { wait: 1 }, body: {} })
  expect(leaseUntil.getTime()).toBeGreaterThan(job.leaseUntil.getTime())
})

test('[N34] after a restart of the API, a node renews and finishes the attempt that it holds', async () => {
  const job = await leased()
  const restarted = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  const call = await other.signIn({ holding: [] }, restarted)
  expect(await call(claimJob)).toBeNull()
  const again = await node.signIn({ holding: [job.attemptId] }, restarted)
  await again(renewLease, { ...leaseOf(job), body: {} })
  await again(finishAttempt, await node.result(job))
  expect(await jobOf(job.jobId)).toMatchObject({ status: 'finished', attempts: 1 })
})

test('[N32] requeues a job at once when its node signs in again without holding its attempt', async () => {
  const back = await startNode(testApi, { operator: node.operator })
  const [lost, kept] = [await leased(back), await leased(back, 'b')]
  const call = await back.signIn({ holding: [kept.attemptId, crypto.randomUUID()] })
  expect(await jobOf(lost.jobId)).toMatchObject({ status: 'queued', attempts: 1 })
  expect(await jobOf(kept.jobId)).toMatchObject({ status: 'running' })
  await expectAllRefused(await callsOf({ ...back, call }, lost), 'lease_lost')
})
