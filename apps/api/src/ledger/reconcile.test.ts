import { getCredits, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo, rowOf, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { matureEarnings } from './mature-earnings.ts'
import { reconcile } from './reconcile.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

beforeEach(async () => {
  await cancelAll(deps)
  expect(await reconcile(db)).toEqual([])
})

const idOf = async ({ address }: Person) =>
  Number((await rowOf(deps, sql`select id from ledger_accounts where address = ${address.toLowerCase()}`)).id)
const noted = () => rowOf(deps, sql`select drift, checked_at is not null as checked from ledger_state`)
const add = (credits: number, bucket = 'available') =>
  db.execute(sql`
    update ledger_accounts set ${sql.identifier(bucket)} = ${sql.identifier(bucket)} + ${credits}
    where address = ${alice.address.toLowerCase()}`)

test('finds a balance that was changed by hand, and finds nothing once it is corrected', async () => {
  const { available: granted } = await alice.call(getCredits)
  const id = await idOf(alice)
  await add(7)
  const problem = `account ${id} shows 7/${granted}/0/0, its entries say 0/${granted}/0/0`
  expect(await reconcile(db)).toEqual([problem])
  expect(await noted()).toEqual({ drift: problem, checked: true })
  await add(-7)
  expect(await reconcile(db)).toEqual([])
  expect(await noted()).toEqual({ drift: null, checked: true })
})

test('finds an event whose entries don’t add up to zero', async () => {
  const event = `test:${crypto.randomUUID()}`
  const entry = (line: number, amount: number) =>
    db.execute(sql`
      insert into ledger_entries (event, line, kind, account, bucket, amount)
      values (${event}, ${line}, 'starter', null, 'grants', ${amount})`)
  await entry(1, -3)
  expect(await reconcile(db)).toEqual([`event ${event} adds up to -3`])
  await entry(2, 3)
  expect(await reconcile(db)).toEqual([])
})

test('finds an event whose entries are missing', async () => {
  const id = await runEcho(deps, { person: alice, node })
  await db.execute(sql`alter table ledger_entries disable trigger ledger_entries_append_only`)
  const { lines } = await rowOf(
    deps,
    sql`with gone as (delete from ledger_entries where event = ${`hold:${id}`} returning *)
    select json_agg(gone) as lines from gone`,
  )
  expect(await reconcile(db)).toEqual([
    expect.stringMatching(/^account \d+ shows 0\/\d+\/0\/0, its entries say 0\/\d+\/-1\/0$/),
  ])
  await db.execute(sql`
    insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, at)
    select event, line, kind, account, bucket, amount, job_id, at
    from json_populate_recordset(null::ledger_entries, ${JSON.stringify(lines)}::json)`)
  await db.execute(sql`alter table ledger_entries enable trigger ledger_entries_append_only`)
  expect(await reconcile(db)).toEqual([])
})

test('finds a hold that differs from the price of the open jobs', async () => {
  const { id } = await alice.call(submitJob, echo('a'))
  const account = await idOf(alice)
  await db.execute(sql`update jobs set price = 5 where id = ${id}`)
  expect(await reconcile(db)).toEqual([`account ${account} holds 1, its open jobs cost 5`])
  await db.execute(sql`update jobs set price = 1 where id = ${id}`)
  expect(await reconcile(db)).toEqual([])

  const setHeld = (held: number) =>
    db.execute(sql`update ledger_accounts set held = ${held} where id = ${account}`)
  await setHeld(0)
  expect(await reconcile(db)).toEqual([
    expect.stringMatching(`account ${account} shows 0/\\d+/0/0, its entries say 0/\\d+/1/0`),
  ])
  await setHeld(1)
})

test('pays out no earnings while the ledger has problems, and all that is due afterwards', async () => {
  const before = await node.operator.call(getCredits)
  await add(7)
  await reconcile(db)
  await runEcho(deps, { person: alice, node })
  await runEcho(deps, { person: alice, node })
  await db.execute(sql`update pending_earnings set at = now() - interval '31 days'`)
  const waiting = { ...before, pending: before.pending + 2 }
  expect(await node.operator.call(getCredits)).toEqual(waiting)
  await matureEarnings(db)
  expect(await node.operator.call(getCredits)).toEqual(waiting)

  await add(-7)
  await reconcile(db)
  await Promise.all([matureEarnings(db), matureEarnings(db), matureEarnings(db)])
  expect(await node.operator.call(getCredits)).toEqual({
    available: before.available + waiting.pending,
    held: 0,
    pending: 0,
  })
  expect(await reconcile(db)).toEqual([])
  const { items } = await node.operator.call(getStatement, { query: { limit: 1 } })
  expect(items).toMatchObject([{ kind: 'release', available: 1, pending: -1 }])
})

test('still settles users’ jobs while the ledger has problems', async () => {
  const bob = await signInSomeone(testApi)
  await add(7)
  await reconcile(db)
  await runEcho(deps, { person: bob, node })
  expect(await bob.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 0, pending: 0 })
  await add(-7)
})

test('reports at most 20 problems and stores all that it reports', async () => {
  for (let place = 0; place < 25; place++) {
    await db.execute(sql`
      insert into ledger_entries (event, line, kind, account, bucket, amount)
      values (${`many:${place}`}, 1, 'starter', null, 'grants', 1)`)
  }
  const problems = await reconcile(db)
  expect(problems).toHaveLength(20)
  expect((await noted()).drift).toBe(problems.join('; '))
  for (let place = 0; place < 25; place++) {
    await db.execute(sql`
      insert into ledger_entries (event, line, kind, account, bucket, amount)
      values (${`many:${place}`}, 2, 'starter', null, 'grants', -1)`)
  }
})
