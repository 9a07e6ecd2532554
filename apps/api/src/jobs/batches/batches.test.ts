import { getKey } from '@infra/protocol/api-keys'
import { getCredits } from '@infra/protocol/credits'
import { submitJob } from '@infra/protocol/jobs'
import { cancelBatch, getBatch, getBatchResult, submitBatch } from '@infra/protocol/jobs/batches'
import { createWebhook, listDeliveries } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconcile.ts'
import { makeTestKey } from '../../test/api-key.ts'
import { fund } from '../../test/earn.ts'
import { cancelAll, echo, rowOf } from '../../test/echo.ts'
import { startNode } from '../../test/node.ts'
import { signInSomeone } from '../../test/person.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { expireJobs } from '../expire-jobs.ts'
import { finishBatches } from './batch-queries.ts'

const api = await startTestApi({
  env: { QUEUE_PER_USER: '2', QUEUE_PER_BATCH: '12', OUTBOUND_ALLOW: '127.0.0.0/8' },
})
const { deps } = api
api.clock.now = new Date()
const node = await startNode(api)

beforeEach(() => cancelAll(deps))

const orders = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    appId: 'echo',
    input: { text: `number ${place}` },
    ref: `ref-${place}`,
  }))

async function fundedPerson() {
  const person = await signInSomeone(api)
  await fund(deps, person, 1_000)
  return person
}

test('accepts a batch as a whole, charges or refunds each job separately and sends batch.finished once', async () => {
  const alice = await fundedPerson()
  const key = await makeTestKey(api, alice, { creditsPerDay: 100, openMax: 1 })
  const webhook = await alice.call(createWebhook, {
    body: { url: 'https://example.org/hook', events: ['batch.finished'] },
  })
  const { available } = await alice.call(getCredits)
  const batch = await key.call(submitBatch, { body: { orders: orders(4) } })
  expect(batch).toMatchObject({ count: 4, price: 4, charged: 0, jobs: { queued: 4 }, finishedAt: null })
  expect(await alice.call(getCredits)).toMatchObject({ available: available - 4 })

  await finishBatches(deps.db)
  const first = await node.claim()
  expect(first.input).toMatchObject({ text: 'number 0' })
  await node.finish(first)
  await deps.db.execute(
    sql`update jobs set expires_at = now() - interval '1 second' where batch_id = ${batch.id} and status = 'queued'`,
  )
  await expireJobs(deps)
  await finishBatches(deps.db)
  await finishBatches(deps.db)

  const params = { id: batch.id }
  const ended = await key.call(getBatch, { params })
  expect(ended).toMatchObject({ charged: 1, jobs: { queued: 0, finished: 1, error: 3 } })
  expect(ended.finishedAt).not.toBeNull()
  const lines = (await (await key.call(getBatchResult, { params })).text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { place: 0, ref: 'ref-0', status: 'finished', credits: 1, outputs: [{ name: 'text', text: 'number 0' }] },
    { place: 1, ref: 'ref-1', status: 'error', reason: 'expired', credits: 0 },
    { place: 2, ref: 'ref-2', status: 'error', credits: 0 },
    { place: 3, ref: 'ref-3', status: 'error', credits: 0 },
  ])
  expect(await alice.call(getCredits)).toMatchObject({ available: available - 1, held: 0 })
  expect(await alice.call(getKey, { params: { id: key.registered.id } })).toMatchObject({ spent: 1 })
  const { items: deliveries } = await alice.call(listDeliveries, { params: { id: webhook.id } })
  expect(deliveries.map(({ type }) => type)).toEqual(['batch.finished'])
  expect(await reconcile(deps.db)).toEqual([])
})

test('refuses the whole batch for one invalid order and names every fault by its position', async () => {
  const alice = await fundedPerson()
  const { available } = await alice.call(getCredits)
  const wrong = orders(5).map((order, place) => (place % 2 ? { ...order, input: { text: '' } } : order))
  await expect(alice.call(submitBatch, { body: { orders: wrong } })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/orders/1/input/text' }, { pointer: '/orders/3/input/text' }],
  })
  await expect(
    alice.call(submitBatch, { body: { orders: [...orders(1), { appId: 'nothing', input: {} }] } }),
  ).rejects.toMatchObject({ code: 'app_unknown', errors: [{ pointer: '/orders/1' }] })
  await expect(alice.call(submitBatch, { body: { orders: orders(5), maxCredits: 4 } })).rejects.toMatchObject(
    { code: 'price_above_limit', amounts: { needed: 5 } },
  )
  expect(await alice.call(getCredits)).toMatchObject({ available })
})

test('refuses a batch whose total exceeds the limits of the key or the account’s credits', async () => {
  const alice = await fundedPerson()
  const key = await makeTestKey(api, alice, { creditsTotal: 7, creditsPerJob: 1 })
  await expect(key.call(submitBatch, { body: { orders: orders(8) } })).rejects.toMatchObject({
    code: 'key_cap',
    amounts: { needed: 8, keyLeft: { total: 7 } },
  })
  expect(await key.call(submitBatch, { body: { orders: orders(7) } })).toMatchObject({ price: 7 })
  await expect(key.call(submitBatch, { body: { orders: orders(1) } })).rejects.toMatchObject({
    code: 'key_cap',
  })

  const poor = await signInSomeone(api)
  const { available } = await poor.call(getCredits)
  await expect(poor.call(submitBatch, { body: { orders: orders(available + 1) } })).rejects.toMatchObject({
    code: 'insufficient_credits',
    amounts: { needed: available + 1, available },
  })
  expect(await poor.call(getCredits)).toMatchObject({ available, held: 0 })
  const { open } = await rowOf(
    deps,
    sql`select count(*)::int as open from jobs where user_address = ${poor.address.toLowerCase()}`,
  )
  expect(open).toBe(0)
})

test('returns the same batch when it is sent again with the same idempotency key', async () => {
  const alice = await fundedPerson()
  const request = { body: { orders: orders(3) }, headers: { 'idempotency-key': 'a-batch-of-three' } }
  const [first, second] = await Promise.all([
    alice.call(submitBatch, request),
    alice.call(submitBatch, request),
  ])
  expect(second).toEqual(first)
  expect((await alice.call(submitBatch, request)).id).toBe(first.id)
  expect(await alice.call(getCredits)).toMatchObject({ held: 3 })
})

test('jobs of others run between a batch’s jobs, and batches have a queue limit of their own', async () => {
  const alice = await fundedPerson()
  const bob = await fundedPerson()
  await alice.call(submitBatch, { body: { orders: orders(10) } })
  await bob.call(submitJob, echo('of Bob'))
  const taken = []
  for (let claim = 0; claim < 3; claim++) {
    const job = await node.claim()
    taken.push(job.input.text)
    await node.finish(job)
  }
  expect(taken).toEqual(['number 0', 'of Bob', 'number 1'])

  await alice.call(submitJob, echo('single'))
  await alice.call(submitJob, echo('another'))
  await expect(alice.call(submitJob, echo('too many'))).rejects.toMatchObject({ code: 'queue_limit' })
  // Eight of the twelve that are allowed are open.
  await expect(alice.call(submitBatch, { body: { orders: orders(5) } })).rejects.toMatchObject({
    code: 'queue_limit',
  })
  await alice.call(submitBatch, { body: { orders: orders(4) } })
})

test('counts cancelled jobs for a minute, so that ordering and cancelling batches in turn is limited', async () => {
  const alice = await fundedPerson()
  const { id } = await alice.call(submitBatch, { body: { orders: orders(12) } })
  await alice.call(cancelBatch, { params: { id } })
  const again = () => alice.call(submitBatch, { body: { orders: orders(12) } })
  await expect(again()).rejects.toMatchObject({ code: 'queue_limit' })
  await deps.db.execute(
    sql`update job_batches set created_at = created_at - interval '1 minute' where id = ${id}`,
  )
  expect(await again()).toMatchObject({ count: 12 })
})

test('cancelling a batch refunds the jobs that haven’t ended; other users get not_found', async () => {
  const alice = await fundedPerson()
  const { available } = await alice.call(getCredits)
  const { id } = await alice.call(submitBatch, { body: { orders: orders(3) } })
  const params = { id }
  const bob = await signInSomeone(api)
  for (const endpoint of [getBatch, cancelBatch, getBatchResult] as const)
    await expect(bob.call(endpoint, { params })).rejects.toMatchObject({ code: 'not_found' })
  await node.finish(await node.claim())
  expect(await alice.call(cancelBatch, { params })).toMatchObject({
    charged: 1,
    jobs: { finished: 1, cancelled: 2 },
  })
  expect(await alice.call(getCredits)).toMatchObject({ available: available - 1, held: 0 })
})
