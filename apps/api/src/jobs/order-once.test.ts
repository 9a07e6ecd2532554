import { randomUUID } from 'node:crypto'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { cancelJob, getJob, Job, listMyJobs, retryJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { reconcile } from '../ledger/reconcile.ts'
import { echo } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { recountAfterMemory } from '../test/recount-network.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { clock, deps, origin } = testApi
await startNode(testApi)

const HOUR = 60 * 60_000
const keyed = (text: string, key: string = randomUUID()) => ({
  ...echo(text),
  headers: { 'idempotency-key': key },
})

test('[J20] [C37] of 50 orders at once with one key there is one job, and one hold', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('parallel')
  const jobs = await Promise.all(Array.from({ length: 50 }, () => alice.call(submitJob, order)))
  for (const job of jobs) expect(job).toEqual(jobs[0])
  expect((await alice.call(listMyJobs)).items.map(({ id }) => id)).toEqual([jobs[0]!.id])
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 1, pending: 0 })
  expect(await reconcile(deps.db)).toEqual([])
})

test('[J38] [X02] an order whose answer was lost is answered as it was the first time', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('lost')
  const first = await alice.call(submitJob, order)
  await alice.call(cancelJob, { params: { id: first.id } })
  expect(await alice.call(submitJob, order)).toEqual(first)
  expect(await alice.call(getJob, { params: { id: first.id } })).toMatchObject({ status: 'cancelled' })
})

test('an order that an earlier version answered, with the whole answer in its key, is answered the same', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('before the upgrade')
  const first = await alice.call(submitJob, order)
  await deps.db.execute(sql`update idempotency_keys set answer = ${JSON.stringify(z.encode(Job, first))}::jsonb
    where key = ${order.headers['idempotency-key']}`)
  expect(await alice.call(submitJob, order)).toEqual(first)
})

test('[J38] the answer of then counts, even where the same order would be refused now', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('before the nodes went')
  const first = await alice.call(submitJob, order)
  await deps.db.execute(sql`update nodes set last_seen_at = now() - interval '1 hour'`)
  try {
    expect(await alice.call(submitJob, order)).toEqual(first)
  } finally {
    await deps.db.execute(sql`update nodes set last_seen_at = now()`)
  }
})

test('[J19] another order under the same key is refused', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('one')
  await alice.call(submitJob, order)
  for (const body of [
    echo('two').body,
    { ...order.body, visibility: 'private' as const },
    { ...order.body, parentId: randomUUID() },
  ]) {
    const answer = await readAnswer(
      fetch(`${origin}/api/job`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${alice.tokens.accessToken}`,
          'content-type': 'application/json',
          ...order.headers,
        },
        body: JSON.stringify(body),
      }),
    )
    expectRefusal(answer, { status: 422, code: 'idempotency_key_reused' })
  }
  expect((await alice.call(listMyJobs)).items).toHaveLength(1)
})

test('[J22] a key is 1 to 64 plain characters', async () => {
  const alice = await signInSomeone(testApi)
  const send = (key: string) =>
    readAnswer(
      fetch(`${origin}/api/job`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${alice.tokens.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(echo('a').body),
      }),
    )
  for (const key of ['', 'a'.repeat(65), 'a b', 'a/b', 'ä', "a';--"]) {
    expectRefusal(await send(key), { status: 422, code: 'validation_failed' })
  }
  for (const key of ['a', 'A_z-9', 'a'.repeat(64)]) expect((await send(key)).status).toBe(201)
})

test('two people may choose the same key, and each gets what is theirs', async () => {
  const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]
  const order = keyed('same')
  const jobs = [await alice.call(submitJob, order), await bob.call(submitJob, order)]
  expect(jobs.map(({ user }) => user?.id)).toEqual([alice.address, bob.address])
})

test('an order that was refused leaves no key behind', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('now and then')
  await deps.db.execute(sql`update nodes set last_seen_at = now() - interval '1 hour'`)
  try {
    await recountAfterMemory(deps.db)
    await expect(alice.call(submitJob, order)).rejects.toMatchObject({ code: 'app_unavailable' })
  } finally {
    await deps.db.execute(sql`update nodes set last_seen_at = now()`)
  }
  expect(await alice.call(submitJob, order)).toMatchObject({ status: 'queued' })
})

test('a key is forgotten after a day', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('yesterday')
  const first = await alice.call(submitJob, order)
  await deps.db.execute(
    sql`update idempotency_keys set created_at = ${new Date(clock.now.getTime() - 24 * HOUR - 1)}
    where key = ${order.headers['idempotency-key']}`,
  )
  expect((await alice.call(submitJob, order)).id).not.toBe(first.id)
})

test('[J34] a retry is repeated by its key as an order is', async () => {
  const alice = await signInSomeone(testApi)
  const { id } = await alice.call(submitJob, echo('again'))
  await alice.call(cancelJob, { params: { id } })
  const again = { params: { id }, headers: { 'idempotency-key': randomUUID() } }
  const retries = await Promise.all(Array.from({ length: 10 }, () => alice.call(retryJob, again)))
  expect(new Set(retries.map((job) => job.id)).size).toBe(1)
  expect(retries[0]).toMatchObject({ parentId: id, status: 'queued' })
})
