import { getStatement, type StatementLine } from '@infra/protocol/credits'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { echo, orderEach, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const node = await startNode(testApi)
const alice = await signInSomeone(testApi)
const jobs = await orderEach(alice, ['a', 'b', 'c', 'd', 'e', 'f'])
for (const { id } of jobs) await alice.call(cancelJob, { params: { id } })
// Thirteen lines: the grant, six holds and six refunds.

async function pages(limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let before: string | undefined
  do {
    const page = await alice.call(getStatement, { query: { limit, before } })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    lines.push(...page.items)
    before = page.next
  } while (before)
  return lines
}

test('lists every change once, the newest first, and the changes add up to the balance', async () => {
  const { items } = await alice.call(getStatement)
  expect(items.map(({ kind }) => kind)).toEqual([
    ...Array<string>(6).fill('refund'),
    ...Array<string>(6).fill('hold'),
    'starter',
  ])
  expect(items.map(({ jobId }) => jobId)).toEqual([
    ...jobs.map(({ id }) => id).toReversed(),
    ...jobs.map(({ id }) => id).toReversed(),
    null,
  ])
  const sum = (bucket: 'available' | 'held') => items.reduce((total, line) => total + line[bucket], 0)
  expect([sum('available'), sum('held')]).toEqual([500, 0])
})

test('[G10] gives the same lines with any page size', async () => {
  const { items } = await alice.call(getStatement)
  for (const limit of [1, 2, 5, 13, 100]) expect(await pages(limit)).toEqual(items)
})

test('pages by offset, and is empty past the end', async () => {
  const { items } = await alice.call(getStatement)
  for (const offset of [0, 1, 6, 12]) {
    const page = await alice.call(getStatement, { query: { offset, limit: 3 } })
    expect(page.items).toEqual(items.slice(offset, offset + 3))
    expect(page.next !== undefined).toBe(offset + 3 < 13)
  }
  expect(await alice.call(getStatement, { query: { offset: 13 } })).toEqual({ items: [] })
  expect(await alice.call(getStatement, { query: { before: '1' } })).toEqual({ items: [] })
})

test('[G01] [G20] refuses an invalid limit, offset or cursor', async () => {
  const queries = [
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { before: 'garbage' },
    { before: '0' },
    { before: '-5' },
    { before: '9'.repeat(19) },
    { before: jobs[0]!.id },
  ]
  for (const query of queries) {
    await expect(alice.call(getStatement, { query })).rejects.toMatchObject({ code: 'validation_failed' })
  }
})

test('customers and operators each see only their own lines', async () => {
  const bob = await signInSomeone(testApi)
  const id = await runEcho(deps, { person: bob, node })
  const [earned] = (await node.operator.call(getStatement)).items
  expect(earned).toMatchObject({ kind: 'earning', available: 0, held: 0, pending: 1, jobId: id })
  expect((await bob.call(getStatement)).items).toMatchObject([
    { kind: 'settle', available: 0, held: -1, jobId: id, appName: 'Echo' },
    { kind: 'hold', available: -1, held: 1, jobId: id },
    { kind: 'starter', appName: null },
  ])
  await expect(call(getStatement)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an operator’s job on their own node is refunded in one line', async () => {
  const { operator } = node
  const { id } = await operator.call(submitJob, echo('own'))
  await node.finish(await node.claim())
  const { items } = await operator.call(getStatement, { query: { limit: 2 } })
  expect(items).toMatchObject([
    { kind: 'own', available: 1, held: -1, jobId: id },
    { kind: 'hold', available: -1, held: 1, jobId: id },
  ])
})
