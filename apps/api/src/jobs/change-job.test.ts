import { getCredits, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import {
  cancelJob,
  deleteJob,
  explainWaiting,
  favoriteJob,
  getJob,
  listFinishedJobs,
  retryJob,
  submitJob,
  updateJob,
  watchJob,
} from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { cancelAll, echo, failForGood, rowOf, runEcho } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { cancelOpen } from './cancel-job.ts'
import { expireJobs } from './expire-jobs.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const node = await startNode(testApi)
const { operator } = node
const by = (id: string) => ({ params: { id } })

beforeEach(() => cancelAll(deps))

test('[J28] cancels a job once and answers repeated cancellations with the same job', async () => {
  const alice = await signInSomeone(testApi)
  const { id } = await alice.call(submitJob, echo('a'))
  const answers = await Promise.all(Array.from({ length: 10 }, () => alice.call(cancelJob, by(id))))
  for (const answer of answers) expect(answer).toMatchObject({ id, status: 'cancelled' })
  expect(await alice.call(cancelJob, by(id))).toEqual(await alice.call(getJob, by(id)))
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  const { items } = await alice.call(getStatement)
  expect(items.map(({ kind }) => kind)).toEqual(['refund', 'hold', 'starter'])
})

test('[J28] the second of two simultaneous cancellations changes nothing', async () => {
  const alice = await signInSomeone(testApi)
  const { id } = await alice.call(submitJob, echo('a'))
  const second = await deps.db.transaction(async (tx) => {
    await cancelOpen(tx, [id])
    const waiting = alice.call(cancelJob, by(id))
    waiting.catch(() => {})
    await eventually(async () => {
      const { rows } = await deps.db.execute(
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows).toHaveLength(1)
    })
    return { waiting }
  })
  expect(await second.waiting).toMatchObject({ id, status: 'cancelled' })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
})

test('[J29] refuses to cancel a job that has finished or failed', async () => {
  const alice = await signInSomeone(testApi)
  const finished = await runEcho(deps, { person: alice, node })
  const failed = (await alice.call(submitJob, echo('fails'))).id
  await failForGood(deps, node, 'input_unreadable')
  for (const id of [finished, failed]) {
    await expect(alice.call(cancelJob, by(id))).rejects.toMatchObject({ code: 'job_final' })
  }
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 0, pending: 0 })
})

test('[N17] either the cancellation or the finish wins when they race, and the ledger agrees with it', async () => {
  for (let round = 0; round < 10; round++) {
    const alice = await signInSomeone(testApi)
    const { id } = await alice.call(submitJob, echo('race'))
    const job = await node.claim()
    const [cancelled, finished] = await Promise.allSettled([alice.call(cancelJob, by(id)), node.finish(job)])
    const { status } = await alice.call(getJob, by(id))
    expect([cancelled.status, finished.status, status]).toEqual(
      status === 'finished' ? ['rejected', 'fulfilled', 'finished'] : ['fulfilled', 'rejected', 'cancelled'],
    )
    const paid = status === 'finished' ? 1 : 0
    expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - paid, held: 0, pending: 0 })
  }
  expect(await reconcile(deps.db)).toEqual([])
})

test('[J34] retrying a failed job submits a new one that names it as its parent', async () => {
  const alice = await signInSomeone(testApi)
  const { id, input } = await alice.call(submitJob, echo('try'))
  await expect(alice.call(retryJob, by(id))).rejects.toMatchObject({
    code: 'not_ready',
    retryAfterSeconds: 5,
  })
  await failForGood(deps, node, 'app_failed')
  const again = await alice.call(retryJob, by(id))
  expect(again).toMatchObject({ parentId: id, input, status: 'queued', attempts: 0 })
  expect(again.id).not.toBe(id)
  expect(await alice.call(getJob, by(id))).toMatchObject({ status: 'error', reason: 'app_failed' })
})

test('[J41] [S04] hides a private job from other users in every call, including watch, cancel, retry, clone and delete', async () => {
  const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]
  const finished = await runEcho(deps, { person: alice, node, text: 'secret' })
  const open = (await alice.call(submitJob, echo('secret'))).id
  for (const id of [finished, open]) {
    for (const endpoint of [getJob, watchJob, cancelJob, retryJob, favoriteJob, deleteJob, explainWaiting]) {
      await expect(bob.call(endpoint, by(id) as never)).rejects.toMatchObject({ code: 'not_found' })
    }
    const change = { ...by(id), body: { visibility: 'public' as const } }
    await expect(bob.call(updateJob, change)).rejects.toMatchObject({ code: 'not_found' })
    for (const endpoint of [getJob, watchJob]) {
      await expect(call(endpoint, by(id))).rejects.toMatchObject({ code: 'not_found' })
    }
    const clone = { body: { ...echo('mine').body, parentId: id } }
    await expect(bob.call(submitJob, clone)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/parentId', message: 'must be a job that you can see' }],
    })
  }
})

test('[C22] [C23] answers not_found to an id that is malformed or belongs to no job', async () => {
  const alice = await signInSomeone(testApi)
  for (const id of ['1', "' OR 1=1--", 'x'.repeat(10_000), '🦊', crypto.randomUUID()]) {
    await expect(alice.call(getJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
    await expect(alice.call(cancelJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('anyone can see and clone a public job, but only its owner can cancel, delete or retry it', async () => {
  const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]
  const id = await runEcho(deps, { person: alice, node, text: 'look', inFeed: true })
  expect(await call(getJob, by(id))).toMatchObject({
    user: { id: alice.address },
    receipt: { claims: { job: id } },
  })
  const clone = await bob.call(submitJob, { body: { ...echo('mine').body, parentId: id } })
  expect(clone).toMatchObject({ parentId: id, user: { id: bob.address } })
  for (const endpoint of [cancelJob, deleteJob, retryJob]) {
    await expect(bob.call(endpoint, by(id) as never)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('only the owner sees a public job that is not finished', async () => {
  const alice = await signInSomeone(testApi)
  const { id } = await alice.call(submitJob, echo('soon'))
  await deps.db.execute(sql`update jobs set visibility = 'public' where id = ${id}`)
  await expect(call(getJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
  await alice.call(cancelJob, by(id))
  await expect(call(getJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
})

test('the owner can make a public job private and public again', async () => {
  const alice = await signInSomeone(testApi)
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  await deps.db.execute(sql`update jobs set app_id = 'read-text' where id = ${id}`)
  const show = (visibility: 'public' | 'private') =>
    alice.call(updateJob, { ...by(id), body: { visibility } })
  const inFeed = async () => (await call(listFinishedJobs)).items.some((job) => job.id === id)

  expect(await inFeed()).toBe(true)
  const hidden = await show('private')
  expect(await inFeed()).toBe(false)
  await expect(call(getJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
  const shown = await show('public')
  expect(await inFeed()).toBe(true)
  expect(shown.seq).toBeGreaterThan(hidden.seq)
})

test('a job of an app that only tests the network never appears in the feed', async () => {
  const alice = await signInSomeone(testApi)
  const order = { body: { ...echo('look at me').body, visibility: 'public' as const } }
  const { id, visibility } = await alice.call(submitJob, order)
  expect(visibility).toBe('private')
  await node.finish(await node.claim())
  await expect(alice.call(updateJob, { ...by(id), body: { visibility: 'public' } })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/visibility' }],
  })
  expect((await call(listFinishedJobs)).items.map((job) => job.id)).not.toContain(id)
})

test('deletes a job only after it has ended and keeps its ledger entries', async () => {
  const alice = await signInSomeone(testApi)
  const { id } = await alice.call(submitJob, echo('a'))
  await expect(alice.call(deleteJob, by(id))).rejects.toMatchObject({ code: 'not_ready' })
  const job = await node.claim()
  await expect(alice.call(deleteJob, by(id))).rejects.toMatchObject({ code: 'not_ready' })
  await node.finish(job)

  await alice.call(deleteJob, by(id))
  await expect(alice.call(getJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
  await expect(alice.call(deleteJob, by(id))).rejects.toMatchObject({ code: 'not_found' })
  const left = await rowOf(deps, sql`select count(*)::int as attempts from attempts where job_id = ${id}`)
  expect(left).toEqual({ attempts: 0 })
  expect((await alice.call(getStatement)).items.map(({ jobId }) => jobId)).toContain(id)
  expect(await reconcile(deps.db)).toEqual([])
})

test('[J37] a job past its deadline ends as expired and is refunded once, and its late result is refused', async () => {
  const alice = await signInSomeone(testApi)
  const running = (await alice.call(submitJob, echo('running'))).id
  const job = await node.claim()
  const waiting = (await alice.call(submitJob, echo('waiting'))).id
  const young = (await alice.call(submitJob, echo('young'))).id
  await deps.db.execute(sql`
    update jobs set expires_at = now() - interval '1 second' where id in (${running}, ${waiting})`)
  await Promise.all([expireJobs(deps), expireJobs(deps)])
  await expireJobs(deps)

  for (const id of [running, waiting]) {
    expect(await alice.call(getJob, by(id))).toMatchObject({ status: 'error', reason: 'expired' })
  }
  expect(await alice.call(getJob, by(young))).toMatchObject({ status: 'queued' })
  await expect(node.finish(job)).rejects.toMatchObject({ code: 'job_expired' })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 1, pending: 0 })
  expect(await operator.call(getCredits)).toMatchObject({ held: 0 })
  expect(await reconcile(deps.db)).toEqual([])
})
