import { type Assignment, claimJob, failAttempt, leaseOf } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { updateNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo, orderEach, rowOf } from '../test/echo.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { claimNextJob } from './claim-next-job.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const node = await startNode(testApi, { slots: 16 })
const { operator } = node
const nodeWith = (change: Parameters<typeof startNode>[1]) => startNode(testApi, { operator, ...change })
const textOf = (job: Assignment | null) => job?.input.text
const fail = (from: TestNode, job: Assignment) =>
  from.call(failAttempt, {
    ...leaseOf(job),
    body: { reason: 'app_failed', detail: '', final: false },
  })

beforeEach(() => cancelAll(deps))

/** Turns jobs with these texts into jobs of an app that needs more than echo does. */
const makeVectorise = (prefix: string) =>
  db.execute(sql`
    update jobs set app_id = 'vectorise' where status = 'queued' and input ->> 'text' like ${`${prefix}%`}`)

test('an assignment has everything that a node needs, and its own lease token', async () => {
  await orderEach(alice, ['one', 'two'])
  const [one, two] = [await node.claim(), await node.claim()]
  expect(one).toEqual({
    attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    leaseToken: expect.stringMatching(/^[\w-]{24}$/),
    leaseUntil: expect.any(Date),
    jobId: expect.any(String),
    app: { id: 'echo', version: 1 },
    input: { text: 'one', seconds: 0 },
    files: {},
    startedAt: expect.any(Date),
    price: 1,
  })
  expect(one.leaseUntil.getTime() - one.startedAt.getTime()).toBe(30_000)
  expect(two.leaseToken).not.toBe(one.leaseToken)
  expect(two.attemptId).not.toBe(one.attemptId)
})

test('a node that serves another version of an app gets none of its jobs', async () => {
  const old = await nodeWith({ apps: [{ id: 'echo', version: 2 }] })
  await orderEach(alice, ['a'])
  expect(await old.call(claimJob)).toBeNull()
  expect(textOf(await node.call(claimJob))).toBe('a')
})

test('a node gets only jobs for which it has enough memory', async () => {
  const small = await nodeWith({ hardware: { cores: 1, memoryMb: 512, mflops: 1, platform: 'test' } })
  await orderEach(alice, ['v', 'a'])
  await makeVectorise('v')
  expect(textOf(await small.call(claimJob))).toBe('a')
  expect(await small.call(claimJob)).toBeNull()
  expect(textOf(await node.call(claimJob))).toBe('v')
})

test('[N07] a node gets no more jobs at once than it has slots', async () => {
  const narrow = await nodeWith({ slots: 2 })
  await orderEach(alice, ['a', 'b', 'c'])
  const [first] = [await narrow.claim(), await narrow.claim()]
  expect(await narrow.call(claimJob)).toBeNull()
  await narrow.finish(first)
  expect(textOf(await narrow.call(claimJob))).toBe('c')
})

test('[N08] two simultaneous claims of one node get different jobs', async () => {
  await orderEach(alice, ['a', 'b'])
  const claims = await Promise.all([node.call(claimJob), node.call(claimJob)])
  expect(claims.map(textOf).toSorted()).toEqual(['a', 'b'])
})

test('100 simultaneous claims by five nodes assign each of 20 jobs exactly once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, place) => alice.call(submitJob, echo(`job ${place}`))))
  const nodes = [node, ...(await Promise.all([1, 2, 3, 4].map(() => nodeWith({ slots: 16 }))))]
  const claims = await Promise.all(
    Array.from({ length: 100 }, (_, place) => nodes[place % 5]!.call(claimJob)),
  )
  const claimed = claims.filter((job) => job !== null)
  expect(new Set(claimed.map(({ jobId }) => jobId)).size).toBe(20)
  expect(claimed).toHaveLength(20)
  expect(new Set(claimed.map(({ leaseToken }) => leaseToken)).size).toBe(20)
})

test('a claim across several apps locks only the job that it takes', async () => {
  const tracer = await nodeWith({ apps: [{ id: 'vectorise', version: 1 }] })
  await orderEach(alice, ['a', 'v'])
  await makeVectorise('v')
  const id = node.id.toLowerCase()
  const { session_id } = await rowOf(deps, sql`select session_id from nodes where id = ${id}`)
  await db.transaction(async (tx) => {
    const apps = ['echo', 'vectorise'].map((app) => ({ id: app, version: 1 }))
    const me = { id, sessionId: String(session_id), apps, memoryMb: 8192, levels: null, away: null }
    expect(textOf((await claimNextJob(tx, me)) ?? null)).toBe('a')
    // The first claim isn't committed yet, but locks only the job that it took.
    expect(textOf(await tracer.call(claimJob))).toBe('v')
  })
})

test('a claim skips a locked job at the head of the queue', async () => {
  await orderEach(alice, ['a', 'b', 'v'])
  await makeVectorise('v')
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from jobs where input ->> 'text' = 'a' for update`)
    expect(textOf(await node.call(claimJob))).toBe('b')
    expect(textOf(await node.call(claimJob))).toBe('v')
  })
})

test('a failed job goes to another node first, and to the same node only later', async () => {
  const other = await nodeWith({})
  const { id } = await alice.call(submitJob, echo('hard'))
  await fail(node, await node.claim())
  expect(await node.call(claimJob)).toBeNull()
  await fail(other, await other.claim())
  // Only the node that failed last is avoided.
  expect(await other.call(claimJob)).toBeNull()
  await fail(node, await node.claim())
  expect(await rowOf(deps, sql`select status, attempts from jobs where id = ${id}`)).toEqual({
    status: 'error',
    attempts: 3,
  })

  await orderEach(alice, ['hard too'])
  await fail(node, await node.claim())
  expect(await node.call(claimJob)).toBeNull()
  await db.execute(sql`update jobs set avoid_until = now() - interval '1 second'`)
  expect(textOf(await node.call(claimJob))).toBe('hard too')
})

test('a node in maintenance or paused for failures gets no jobs until it is back', async () => {
  await orderEach(alice, ['a', 'b', 'c'])
  const set = (maintenance: boolean) =>
    operator.call(updateNode, { params: { id: node.id as `0x${string}` }, body: { maintenance } })
  await set(true)
  expect(await node.call(claimJob)).toBeNull()
  await set(false)
  expect(textOf(await node.call(claimJob))).toBe('a')

  await db.execute(sql`update nodes set paused_until = now() + interval '1 minute'`)
  expect(await node.call(claimJob)).toBeNull()
  await db.execute(sql`update nodes set paused_until = now() - interval '1 second'`)
  expect(textOf(await node.call(claimJob))).toBe('b')
})

test('a job of an app version that no node serves is not assigned', async () => {
  await orderEach(alice, ['a'])
  await db.execute(sql`update jobs set app_version = 99 where status = 'queued'`)
  expect(await node.call(claimJob)).toBeNull()
})

test('refuses a wait that is negative, fractional or longer than 25 seconds', async () => {
  for (const wait of [-1, 26, 1.5]) {
    await expect(node.call(claimJob, { query: { wait } })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  }
})
