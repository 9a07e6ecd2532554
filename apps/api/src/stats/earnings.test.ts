import { EARNING_DAYS, getCredits, getEarnings } from '@infra/protocol/credits'
import { deleteJob } from '@infra/protocol/jobs'
import { deleteMe } from '@infra/protocol/my-data'
import { removeNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rollUp } from '../jobs/roll-up.ts'
import { rowOf, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)

/** Finishes a job and makes it `daysAgo` old, with the given app and earnings. */
async function ended(
  node: Awaited<ReturnType<typeof startNode>>,
  { daysAgo = 0, appId = 'echo', credits = 1 } = {},
): Promise<string> {
  const id = await runEcho(deps, { person: alice, node })
  await db.execute(sql`
    update jobs set app_id = ${appId}, earned = ${credits}, finished_at = finished_at - make_interval(days => ${daysAgo})
    where id = ${id}`)
  return id
}

async function earningsOf(person: Person) {
  await rollUp(db)
  return (await person.call(getEarnings)).days
}

const total = (days: Awaited<ReturnType<typeof earningsOf>>) =>
  days.flatMap(({ apps }) => apps).reduce((sum, { credits }) => sum + credits, 0)

test('shows an operator 30 days, oldest first, with the jobs and credits of each app', async () => {
  const node = await startNode(testApi)
  const second = await startNode(testApi, { operator: node.operator })
  for (const credits of [10, 19]) await ended(node, { credits, appId: 'vectorise' })
  await ended(second, { credits: 95, appId: 'read-text' })
  await ended(node, { daysAgo: 3, credits: 38, appId: 'vectorise' })
  await ended(node, { daysAgo: EARNING_DAYS - 1 })
  await ended(node, { daysAgo: EARNING_DAYS })

  const days = await earningsOf(node.operator)
  const { today } = await rowOf(deps, sql`select (now() at time zone 'UTC')::date::text as today`)
  expect(days).toHaveLength(EARNING_DAYS)
  expect(days.at(-1)).toEqual({
    day: today,
    apps: [
      { appId: 'read-text', jobs: 1, credits: 95 },
      { appId: 'vectorise', jobs: 2, credits: 10 + 19 },
    ],
  })
  expect(days.at(-4)!.apps).toEqual([{ appId: 'vectorise', jobs: 1, credits: 38 }])
  expect(days[0]!.apps).toEqual([{ appId: 'echo', jobs: 1, credits: 1 }])
  expect(days[1]!.apps).toEqual([])
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
})

test('the earnings add up to the ledger’s, even for more jobs than fit on a page of the statement', async () => {
  const node = await startNode(testApi)
  for (let count = 0; count < 30; count++) await runEcho(deps, { person: alice, node })
  const days = await earningsOf(node.operator)
  expect(days.at(-1)!.apps).toEqual([{ appId: 'echo', jobs: 30, credits: 29 }])
  expect(await node.operator.call(getCredits)).toMatchObject({ pending: total(days) })
})

test('counts the earnings of jobs that are deleted at once, also with their owner’s account', async () => {
  const node = await startNode(testApi)
  const bob = await signInSomeone(testApi)
  const id = await runEcho(deps, { person: bob, node })
  await bob.call(deleteJob, { params: { id } })
  expect(total(await earningsOf(node.operator))).toBe(1)
  await runEcho(deps, { person: bob, node })
  await bob.call(deleteMe)
  expect(total(await earningsOf(node.operator))).toBe(2)
})

test('a node’s earnings stay with the operator who had it at the time', async () => {
  const node = await startNode(testApi)
  await runEcho(deps, { person: alice, node })
  expect(total(await earningsOf(node.operator))).toBe(1)
  await node.operator.call(removeNode, { params: { id: node.account.address } })
  expect(total(await earningsOf(node.operator))).toBe(1)
  const next = await signInSomeone(testApi)
  await db.execute(sql`
    update nodes set removed_at = null, operator = ${next.address.toLowerCase()},
      account = (select id from ledger_accounts where address = ${next.address.toLowerCase()})
    where id = ${node.id.toLowerCase()}`)
  expect(total(await earningsOf(next))).toBe(0)
  expect(total(await earningsOf(node.operator))).toBe(1)
})

test('a user without nodes has no earnings, and a visitor is refused', async () => {
  expect((await earningsOf(alice)).every(({ apps }) => apps.length === 0)).toBe(true)
  await expect(call(getEarnings)).rejects.toMatchObject({ code: 'unauthenticated' })
})
