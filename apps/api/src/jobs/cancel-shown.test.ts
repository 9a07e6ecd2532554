import { leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { cancelJob, getJob, submitJob } from '@infra/protocol/jobs'
import { deleteMe } from '@infra/protocol/my-data'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { earn } from '../test/earn.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { expireJobs } from './expire-jobs.ts'

const testApi = await startTestApi()
const { deps } = testApi
const node = await startNode(testApi, { apps: [{ id: 'story-teller', version: 1 }] })

/** Starts a story of 200 tokens for 3 credits, of which the node has shown `characters`. */
async function running(characters: number, { earned = true } = {}) {
  const person = await signInSomeone(testApi)
  if (earned) await earn(deps, person)
  const { id, price } = await person.call(submitJob, {
    body: { appId: 'story-teller', input: { prompt: 'A fox', length: 200, temperature: 0 } },
  })
  expect(price).toBe(3)
  const job = await node.claim()
  const text = 'x'.repeat(characters)
  if (characters > 0) {
    await node.call(renewLease, {
      ...leaseOf(job),
      body: { progress: { part: 0.99, stage: 'Writing' }, text: { at: 0, append: text } },
    })
  }
  const before = await node.operator.call(getCredits)
  return {
    person,
    id,
    job,
    text,
    cancel: () => person.call(cancelJob, { params: { id } }),
    earnings: async () => (await node.operator.call(getCredits)).pending - before.pending,
  }
}

test('[finding S5] charges a user who cancels after most of the text was shown, and keeps that text for them', async () => {
  const { person, id, text, cancel, earnings } = await running(720)
  // The job says what cancelling would cost.
  expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'running', charged: 3 })
  expect(await cancel()).toMatchObject({ status: 'cancelled', price: 3, charged: 3 })
  expect(await person.call(getJob, { params: { id } })).toMatchObject({
    charged: 3,
    outputs: [{ name: 'text', text }],
  })
  expect(await person.call(getCredits)).toEqual({ available: STARTER_CREDITS - 3, held: 0, pending: 0 })
  expect(await earnings()).toBe(3)
  expect(await reconcile(deps.db)).toEqual([])
})

test('refunds the part of the price for the text that was not shown', async () => {
  const { person, id, cancel, earnings } = await running(250)
  expect(await cancel()).toMatchObject({ charged: 1 })
  expect(await person.call(getCredits)).toMatchObject({ available: STARTER_CREDITS - 1, held: 0 })
  expect((await person.call(getStatement)).items[0]).toMatchObject({
    kind: 'refund',
    available: 2,
    held: -3,
    jobId: id,
  })
  expect(await earnings()).toBe(1)
  expect(await reconcile(deps.db)).toEqual([])
})

test('pays nothing to a node that reports it is nearly done but has shown no text', async () => {
  const { person, cancel, earnings } = await running(0)
  expect(await cancel()).toMatchObject({ charged: 0, outputs: [] })
  expect(await person.call(getCredits)).toMatchObject({ available: STARTER_CREDITS })
  expect(await earnings()).toBe(0)
})

test('[finding S5] charges the same when the account is deleted instead of the job cancelled', async () => {
  const { person, earnings } = await running(800)
  await person.call(deleteMe)
  expect(await earnings()).toBe(3)
  expect(await reconcile(deps.db)).toEqual([])
})

test('pays the node at most the granted credits of the part shown, and grants the rest again', async () => {
  const { person, cancel, earnings } = await running(400, { earned: false })
  expect(await cancel()).toMatchObject({ charged: 2 })
  expect(await person.call(getCredits)).toMatchObject({ available: STARTER_CREDITS - 2 })
  expect(await earnings()).toBeLessThanOrEqual(2)
  expect(await reconcile(deps.db)).toEqual([])
})

test('a job that expires costs nothing, however much text was shown', async () => {
  const { person, id } = await running(700)
  await deps.db.execute(sql`update jobs set expires_at = now() - interval '1 second' where id = ${id}`)
  await expireJobs(deps)
  expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'error', charged: 0 })
  expect(await person.call(getCredits)).toMatchObject({ available: STARTER_CREDITS })
})
