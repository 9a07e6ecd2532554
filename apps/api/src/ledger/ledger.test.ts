import { catalogue } from '@infra/protocol/apps/catalogue'
import { claimJob } from '@infra/protocol/attempts'
import { getCredits, getPrices, STARTER_CREDITS } from '@infra/protocol/credits'
import { cancelJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { stakeTiers } from '@infra/protocol/staking'
import { sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { sqlStateOf } from '../db/sql-state.ts'
import { transaction } from '../db/transaction.ts'
import { cancelAll, echo, rowOf, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { closeAccount } from './close-account.ts'
import { openAccount } from './open-account.ts'
import { reconcile } from './reconcile.ts'

const testApi = await startTestApi({ env: { QUEUE_PER_USER: '1000' } })
const { call, clock, deps } = testApi
const { db } = deps
const node = await startNode(testApi, { slots: 16 })

const idOf = async ({ address }: Person) =>
  Number((await rowOf(deps, sql`select id from ledger_accounts where address = ${address.toLowerCase()}`)).id)

/** The SQLSTATE that a statement is refused with. */
const refusedWith = (statement: ReturnType<typeof sql>) =>
  db.execute(statement).then(
    () => 'taken',
    (error) => sqlStateOf(error) ?? String(error),
  )

/** Reduces a user's granted credits to `credits`, with ledger entries for it. */
async function leave(person: Person, credits: number): Promise<void> {
  const id = await idOf(person)
  const taken = STARTER_CREDITS - credits
  await db.execute(sql`update ledger_accounts set granted = ${credits} where id = ${id}`)
  await db.execute(sql`
    insert into ledger_entries (event, line, kind, account, bucket, amount) values
    (${`test:${id}`}, 1, 'starter', ${id}, 'granted', ${-taken}), (${`test:${id}`}, 2, 'starter', null, 'grants', ${taken})`)
}

test('the database refuses a negative balance', async () => {
  const id = await idOf(await signInSomeone(testApi))
  for (const bucket of ['available', 'granted', 'held', 'pending']) {
    const take = sql`update ledger_accounts set ${sql.identifier(bucket)} = -1 where id = ${id}`
    expect(await refusedWith(take)).toBe('23514')
  }
})

test('the database refuses to change or delete ledger entries', async () => {
  await signInSomeone(testApi)
  for (const change of [
    sql`update ledger_entries set amount = 0`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries`,
    // Not even if it would change nothing.
    sql`delete from ledger_entries where false`,
  ]) {
    expect(await refusedWith(change)).toBe('P0001')
  }
})

test('the database refuses to record an event twice', async () => {
  const alice = await signInSomeone(testApi)
  const id = await runEcho(deps, { person: alice, node })
  for (const kind of ['hold', 'settle']) {
    const again = sql`
      insert into ledger_entries (event, line, kind, account, bucket, amount)
      values (${`${kind}:${id}`}, 1, ${kind}, ${await idOf(alice)}, 'available', 1)`
    expect(await refusedWith(again)).toBe('23505')
  }
  const { lines } = await rowOf(
    deps,
    sql`select json_agg(json_build_array(event, line, bucket, amount) order by id) as lines
    from ledger_entries where job_id = ${id}`,
  )
  expect(lines).toEqual([
    [`hold:${id}`, 1, 'held', 1],
    [`hold:${id}`, 2, 'granted', -1],
    [`settle:${id}`, 1, 'held', -1],
    [`settle:${id}`, 4, 'pending', 1],
    [`settle:${id}`, 6, 'grants', 1],
    [`settle:${id}`, 7, 'subsidy', -1],
  ])
})

test('64 clients submit 20 jobs each with credits for 100, and exactly 100 are accepted', async () => {
  const alice = await signInSomeone(testApi)
  await leave(alice, 100)
  let reads = 0
  const refusals: unknown[] = []
  const spend = async () => {
    for (let time = 0; time < 20; time++) {
      // Orders are rate limited per minute, so a new minute begins before the limit is reached.
      if (++reads === 1_000) clock.now = new Date(clock.now.getTime() + 60_000)
      await alice.call(submitJob, echo('spend')).catch(({ code }) => refusals.push(code))
    }
  }
  await Promise.all(Array.from({ length: 64 }, spend))
  expect(new Set(refusals)).toEqual(new Set(['insufficient_credits']))
  expect(refusals).toHaveLength(64 * 20 - 100)
  expect(await alice.call(getCredits)).toEqual({ available: 0, held: 100, pending: 0 })
  const { count } = await rowOf(
    deps,
    sql`select count(*)::int as count from jobs where user_address = ${alice.address.toLowerCase()}`,
  )
  expect(count).toBe(100)
  expect(await reconcile(db)).toEqual([])
  await cancelAll(deps)
  expect(await alice.call(getCredits)).toEqual({ available: 100, held: 0, pending: 0 })
  expect(await reconcile(db)).toEqual([])
}, 60_000)

test('the ledger balances at every moment while users submit and cancel jobs and nodes finish them', async () => {
  const people = await Promise.all([1, 2, 3].map(() => signInSomeone(testApi)))
  // The operators are customers too, so their accounts are locked from both sides.
  const nodes = await Promise.all(people.map((operator) => startNode(testApi, { operator, slots: 16 })))
  let busy = true
  const drift: string[] = []
  const check = async () => {
    while (busy) drift.push(...(await reconcile(db)))
  }
  const work = people.map(async (person, place) => {
    for (let round = 0; round < 15; round++) {
      const [kept, dropped] = await Promise.all([
        person.call(submitJob, echo('a')),
        person.call(submitJob, echo('b')),
      ])
      const finishes = nodes.map(async (worker) => {
        const job = await worker.call(claimJob)
        if (job) await worker.finish(job).catch(({ code }) => expect(code).toBe('job_cancelled'))
      })
      const cancelled = person.call(cancelJob, { params: { id: (place % 2 ? kept : dropped).id } })
      await Promise.all([...finishes, cancelled.catch(({ code }) => expect(code).toBe('job_final'))])
    }
  })
  const checking = check()
  await Promise.all(work)
  busy = false
  await checking
  expect(drift).toEqual([])
  await cancelAll(deps)
  const { total } = await rowOf(deps, sql`select sum(amount)::int as total from ledger_entries`)
  expect(total).toBe(0)
  const balances = await Promise.all(people.map((person) => person.call(getCredits)))
  expect(balances.map(({ held }) => held)).toEqual([0, 0, 0])
  expect((await people[0]!.call(listMyJobs)).items.length).toBeGreaterThan(0)
})

test('grants a wallet its starter credits once, however often it signs in', async () => {
  const key = generatePrivateKey()
  const visits = await Promise.all(Array.from({ length: 5 }, () => signInSomeone(testApi, key)))
  expect(await visits[0]!.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  const address = visits[0]!.address.toLowerCase()
  await Promise.all(Array.from({ length: 5 }, () => transaction(db, (tx) => openAccount(tx, address))))
  expect(await visits[0]!.call(getCredits)).toMatchObject({ available: STARTER_CREDITS })
})

test('grants no starter credits again after the account was deleted', async () => {
  const key = generatePrivateKey()
  const alice = await signInSomeone(testApi, key)
  await transaction(db, (tx) => closeAccount(tx, alice.address.toLowerCase()))
  const back = await signInSomeone(testApi, key)
  expect(await back.call(getCredits)).toEqual({ available: 0, held: 0, pending: 0 })
  await expect(back.call(submitJob, echo('a'))).rejects.toMatchObject({ code: 'insufficient_credits' })
  expect(await reconcile(db)).toEqual([])
  const { rows } = await db.execute(sql`select event from ledger_entries where event like 'starter:%'`)
  expect(JSON.stringify(rows)).not.toContain(alice.address.slice(2).toLowerCase())
})

test('[R-API-5] anyone can read the prices', async () => {
  const prices = await call(getPrices)
  const published = catalogue.filter(({ state }) => state === 'published')
  expect(prices.apps).toEqual(published.map(({ id, name, price }) => ({ appId: id, name, price })))
  expect(prices).toMatchObject({ starterCredits: STARTER_CREDITS, operatorPercent: 95, tiers: stakeTiers })
})
