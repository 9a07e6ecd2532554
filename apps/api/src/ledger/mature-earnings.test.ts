import { getCredits, getPendingEarnings, getStatement } from '@infra/protocol/credits'
import { deleteMe } from '@infra/protocol/my-data'
import { appealSanction, decideSanction, sanctionNode, sanctionOperator } from '@infra/protocol/sanctions'
import { newTrustRecord } from '@infra/trust/levels/trust-record'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { seizeEarnings } from '../sanctions/seize-earnings.ts'
import { rowOf, runEcho } from '../test/echo.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { matureEarnings } from './mature-earnings.ts'
import { reconcile } from './reconcile.ts'

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAddress(key) } })
const { deps } = testApi
const { db } = deps
const moderator = await signInSomeone(testApi, key)

/** A node that has finished `jobs` jobs of one credit each, all of different users. */
async function earner(jobs: number, node?: TestNode): Promise<TestNode> {
  const worker = node ?? (await startNode(testApi))
  for (let job = 0; job < jobs; job++)
    await runEcho(deps, { person: await signInSomeone(testApi), node: worker })
  return worker
}
const creditsOf = ({ operator }: TestNode) => operator.call(getCredits)
const isOperators = ({ operator }: TestNode) =>
  sql`account = (select id from ledger_accounts where address = ${operator.address.toLowerCase()})`
const age = (node: TestNode, days: number) =>
  db.execute(
    sql`update pending_earnings set at = at - make_interval(days => ${days}) where ${isOperators(node)}`,
  )
const setResults = (node: TestNode, results: number) =>
  db.execute(
    sql`update ledger_accounts set results = ${results} where address = ${node.operator.address.toLowerCase()}`,
  )
const byNode = (node: TestNode) => ({ params: { id: node.id as `0x${string}` } })
const WHY = 'It returned nothing but noise.'

test('[trust: pending] earnings can be spent after three days and a hundred further results', async () => {
  const node = await earner(2)
  const { available } = await creditsOf(node)
  expect(await creditsOf(node)).toMatchObject({ pending: 2 })
  await setResults(node, TRUST_RULES.pendingResults + 1)
  await matureEarnings(db)
  expect(await creditsOf(node)).toMatchObject({ available, pending: 2 })
  await age(node, 3)
  // A hundred results follow the first earning, and 99 the second.
  await matureEarnings(db)
  expect(await creditsOf(node)).toMatchObject({ available: available + 1, pending: 1 })
  await setResults(node, TRUST_RULES.pendingResults + 2)
  await Promise.all([matureEarnings(db), matureEarnings(db), matureEarnings(db)])
  expect(await creditsOf(node)).toMatchObject({ available: available + 2, pending: 0 })
  expect((await node.operator.call(getStatement, { query: { limit: 1 } })).items).toMatchObject([
    { kind: 'release', available: 1, pending: -1 },
  ])
  expect(await reconcile(db)).toEqual([])
})

test('shows an operator their pending earnings, when they are paid out and what holds them back', async () => {
  const node = await earner(2)
  const read = () => node.operator.call(getPendingEarnings)
  const { days, isFrozen } = await read()
  expect(isFrozen).toBe(false)
  expect(days).toMatchObject([{ credits: 2, isHeld: false, resultsLeft: TRUST_RULES.pendingResults }])
  const [{ from, latest }] = days as [(typeof days)[number]]
  expect(latest.getTime() - from.getTime()).toBe(TRUST_RULES.pendingMsMax - TRUST_RULES.pendingMs)
  await setResults(node, TRUST_RULES.pendingResults + 9)
  expect((await read()).days).toMatchObject([{ resultsLeft: 0 }])

  const id = node.id.toLowerCase()
  await db.execute(sql`update nodes set levels = '{}' where id = ${id}`)
  const record = newTrustRecord({ linkedAt: 0, appVersion: 1 })
  await db.execute(
    sql`insert into trust_records (node_id, app_id, record) values (${id}, 'echo', ${JSON.stringify(record)}::jsonb)`,
  )
  expect((await read()).days).toMatchObject([{ credits: 2, isHeld: true }])
  await moderator.call(sanctionNode, { ...byNode(node), body: { act: 'suspend', why: WHY } })
  expect(await read()).toMatchObject({ isFrozen: true })
})

test('earnings can be spent after thirty days, however few results follow', async () => {
  const node = await earner(1)
  await age(node, 29)
  await matureEarnings(db)
  expect(await creditsOf(node)).toMatchObject({ pending: 1 })
  await age(node, 1)
  await matureEarnings(db)
  expect(await creditsOf(node)).toMatchObject({ pending: 0 })
})

test('pays out more than one batch in one run', async () => {
  const node = await earner(1)
  await db.execute(sql`
    with more as (
      insert into pending_earnings (job_id, account, node_id, amount, number)
      select gen_random_uuid(), account, node_id, 1, n from pending_earnings, generate_series(2, 251) n where ${isOperators(node)}
      returning job_id, account
    ),
    entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount)
      select 'test:' || job_id, line, 'earning', case line when 1 then account end, case line when 1 then 'pending' else 'fees' end,
        case line when 1 then 1 else -1 end
      from more, generate_series(1, 2) line
    )
    update ledger_accounts set pending = pending + 250 where id = (select account from more limit 1)`)
  await age(node, 30)
  await matureEarnings(db)
  expect(await creditsOf(node)).toMatchObject({ pending: 0 })
  expect(await reconcile(db)).toEqual([])
})

test('a suspension holds back all earnings of the operator until it is lifted', async () => {
  const node = await earner(1)
  const other = await earner(1, await startNode(testApi, { operator: node.operator }))
  const { id } = await moderator.call(sanctionNode, { ...byNode(node), body: { act: 'suspend', why: WHY } })
  await age(other, 30)
  await matureEarnings(db)
  await seizeEarnings(deps)
  expect(await creditsOf(node)).toMatchObject({ pending: 2 })
  await moderator.call(decideSanction, { params: { id }, body: { act: 'lift', why: 'Repaired.' } })
  await matureEarnings(db)
  expect(await creditsOf(node)).toMatchObject({ pending: 0 })
})

test('[finding S2] a ban seizes what the node earned once no appeal is possible, and lifting it gives the credits back', async () => {
  const node = await earner(2)
  const other = await earner(1, await startNode(testApi, { operator: node.operator }))
  const before = await creditsOf(node)
  const { id } = await moderator.call(sanctionNode, { ...byNode(node), body: { act: 'ban', why: WHY } })
  await seizeEarnings(deps)
  expect(await creditsOf(node)).toEqual(before)
  await db.execute(sql`update sanctions set at = at - interval '14 days' where id = ${id}`)
  await node.operator.call(appealSanction, { params: { id }, body: { text: 'It was not mine.' } })
  await seizeEarnings(deps)
  // Nothing is seized while the appeal is undecided.
  expect(await creditsOf(node)).toEqual(before)
  await moderator.call(decideSanction, { params: { id }, body: { act: 'uphold', why: 'It was.' } })
  await Promise.all([seizeEarnings(deps), seizeEarnings(deps)])
  expect(await creditsOf(node)).toEqual({ ...before, pending: 1 })
  expect(await rowOf(deps, sql`select seized::int from sanctions where id = ${id}`)).toEqual({ seized: 2 })
  expect(await reconcile(db)).toEqual([])
  const lifted = await moderator.call(decideSanction, {
    params: { id },
    body: { act: 'lift', why: 'It was not.' },
  })
  expect(lifted.seized).toBe(2)
  expect(await creditsOf(other)).toEqual({ available: before.available + 2, held: 0, pending: 1 })
  expect(await reconcile(db)).toEqual([])
})

test('a banned operator who deletes their account leaves no pending earnings', async () => {
  const node = await earner(1)
  await moderator.call(sanctionOperator, {
    params: { id: node.operator.address },
    body: { act: 'ban', why: WHY },
  })
  await node.operator.call(deleteMe)
  await db.execute(sql`update sanctions set at = at - interval '14 days'`)
  await seizeEarnings(deps)
  expect(
    await rowOf(
      deps,
      sql`select count(*)::int as left from pending_earnings e join nodes n on n.id = e.node_id where n.id = ${node.id.toLowerCase()}`,
    ),
  ).toEqual({ left: 0 })
  expect(await reconcile(db)).toEqual([])
})
