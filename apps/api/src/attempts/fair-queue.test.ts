import { type Assignment, claimJob, failAttempt, leaseOf, releaseAttempt } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo, orderEach } from '../test/echo.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { slowDown } from '../test/slow-down.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepLeases } from './sweep-leases.ts'

const testApi = await startTestApi()
const { deps } = testApi
const [node, other] = [await startNode(testApi, { slots: 16 }), await startNode(testApi, { slots: 16 })]
const [alice, bob, carol] = [
  await signInSomeone(testApi),
  await signInSomeone(testApi),
  await signInSomeone(testApi),
]
const count = (name: string, length: number) => Array.from({ length }, (_, place) => `${name}${place + 1}`)

beforeEach(() => cancelAll(deps))

/** The next jobs in the order in which they're assigned, by their texts. */
async function next(length: number, from: TestNode = node): Promise<string[]> {
  const texts: string[] = []
  for (let place = 0; place < length; place++) {
    const job = await from.call(claimJob)
    if (job) texts.push(String(job.input.text))
  }
  return texts
}

test("a newcomer's job is second in line, though another person has ten jobs queued", async () => {
  await orderEach(alice, count('a', 10))
  await orderEach(bob, ['b1'])
  expect(await next(3)).toEqual(['a1', 'b1', 'a2'])
})

test("a newcomer's job is second in line, even if the other ten were submitted simultaneously", async () => {
  await slowDown(deps, { on: 'insert', seconds: 0.1 })
  await Promise.all(count('a', 10).map((text) => alice.call(submitJob, echo(text))))
  await orderEach(bob, ['b1'])
  expect((await next(2))[1]).toBe('b1')
})

test("three people's jobs take turns, each person's in the order of submission", async () => {
  await orderEach(alice, count('a', 3))
  await orderEach(bob, count('b', 3))
  await orderEach(carol, count('c', 3))
  expect(await next(9)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
})

test("a latecomer's jobs take turns with the next jobs of the others, neither before nor after all of them", async () => {
  await orderEach(alice, count('a', 4))
  await orderEach(bob, count('b', 4))
  expect(await next(3)).toEqual(['a1', 'b1', 'a2'])
  await orderEach(carol, count('c', 2))
  expect(await next(7)).toEqual(['b2', 'c1', 'a3', 'b3', 'c2', 'a4', 'b4'])
})

test('a person whose jobs ran while the queue was empty is treated like a newcomer', async () => {
  // One is always running when the next is ordered.
  for (const text of count('a', 8)) {
    await orderEach(alice, [text])
    expect(await next(1)).toEqual([text])
  }
  await orderEach(bob, count('b', 4))
  await orderEach(alice, ['a9'])
  expect(await next(5)).toEqual(['b1', 'a9', 'b2', 'b3', 'b4'])
})

const ends: [string, (job: Assignment) => Promise<unknown>][] = [
  ['was released', (job) => other.call(releaseAttempt, leaseOf(job))],
  [
    'failed',
    (job) =>
      other.call(failAttempt, {
        ...leaseOf(job),
        body: { reason: 'app_failed', detail: '', final: false },
      }),
  ],
  [
    'lost its lease',
    async () => {
      await deps.db.execute(sql`update leases set lease_until = now() - interval '1 second'`)
      await sweepLeases(deps)
    },
  ],
]

test.for(
  ends.flatMap(([how, end]) => [[how, 'far behind', 0, end] as const, [how, 'far ahead', 200, end] as const]),
)('an old job that %s, with its turn %s, is next again and lets nobody jump the queue', async (row) => {
  const [, , turn, end] = row
  await orderEach(carol, ['old'])
  const job = (await other.call(claimJob))!
  await orderEach(alice, count('a', 3))
  // Since then the queue has moved on, or it was empty and started over.
  await deps.db.execute(
    sql`update jobs set turn = case status when 'queued' then turn + 100 else ${turn} end`,
  )
  await end(job)
  await orderEach(bob, count('b', 3))
  expect(await next(7)).toEqual(['old', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})

test('each app has its own queue, and a node that serves several takes the job that has waited longest', async () => {
  await orderEach(alice, ['a1', 'a2'])
  await orderEach(bob, ['v1', 'v2'])
  await deps.db.execute(sql`update jobs set app_id = 'vectorise' where input ->> 'text' like 'v%'`)
  await orderEach(bob, ['b1'])

  const tracer = await startNode(testApi, { apps: [{ id: 'vectorise', version: 1 }] })
  expect(await next(1, tracer)).toEqual(['v1'])
  expect(await next(3)).toEqual(['a1', 'v2', 'b1'])
  expect(await next(2, tracer)).toEqual([])
  expect(await next(1)).toEqual(['a2'])
})
