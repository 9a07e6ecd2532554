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

test('[J20] [C37] creates one job and one hold for 50 simultaneous submissions with one idempotency key', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('parallel')
  const jobs = await Promise.all(Array.from({ length: 50 }, () => alice.call(submitJob, order)))
  for (const job of jobs) expect(job).toEqual(jobs[0])
  expect((await alice.call(listMyJobs)).items.map(({ id }) => id)).toEqual([jobs[0]!.id])
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 1, pending: 0 })
  expect(await reconcile(deps.db)).toEqual([])
})

test('[J38] [X02] answers a repeated submission as it did the first time, even if the job was cancelled since', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('lost')
  const first = await alice.call(submitJob, order)
  await alice.call(cancelJob, { params: { id: first.id } })
  expect(await alice.call(submitJob, order)).toEqual(first)
  expect(await alice.call(getJob, { params: { id: first.id } })).toMatchObject({ status: 'cancelled' })
})

test('repeats the answer of a key in which an earlier version stored the whole answer', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('before the upgrade')
  const first = await alice.call(submitJob, order)
  await deps.db.execute(sql`update idempotency_keys set answer = ${JSON.stringify(z.encode(Job, first))}::jsonb
    where key = ${order.headers['idempotency-key']}`)
  expect(await alice.call(submitJob, order)).toEqual(first)
})

test('[J38] repeats the first answer even if the same job would be refused now', async () => {
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

test('[J19] refuses a different job under the same idempotency key', async () => {
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

test('[J22] accepts idempotency keys of 1 to 64 letters, digits, dashes and underscores', async () => {
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

test('two users can use the same idempotency key, and each gets their own job', async () => {
  const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]
  const order = keyed('same')
  const jobs = [await alice.call(submitJob, order), await bob.call(submitJob, order)]
  expect(jobs.map(({ user }) => user?.id)).toEqual([alice.address, bob.address])
})

test('a refused submission doesn’t use up its idempotency key', async () => {
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

test('deletes an idempotency key after a day', async () => {
  const alice = await signInSomeone(testApi)
  const order = keyed('yesterday')
  const first = await alice.call(submitJob, order)
  await deps.db.execute(
    sql`update idempotency_keys set created_at = ${new Date(clock.now.getTime() - 24 * HOUR - 1)}
    where key = ${order.headers['idempotency-key']}`,
  )
  expect((await alice.call(submitJob, order)).id).not.toBe(first.id)
})

test('[J34] ten simultaneous retries with one idempotency key create one job', async () => {
  const alice = await signInSomeone(testApi)
  const { id } = await alice.call(submitJob, echo('again'))
  await alice.call(cancelJob, { params: { id } })
  const again = { params: { id }, headers: { 'idempotency-key': randomUUID() } }
  const retries = await Promise.all(Array.from({ length: 10 }, () => alice.call(retryJob, again)))
  expect(new Set(retries.map((job) => job.id)).size).toBe(1)
  expect(retries[0]).toMatchObject({ parentId: id, status: 'queued' })
})
