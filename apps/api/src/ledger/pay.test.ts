import { claimJob } from '@infra/protocol/attempts'
import { getCredits, OPERATOR_PERCENT, STARTER_CREDITS } from '@infra/protocol/credits'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { settleJob } from '@infra/trust/money/settle-job'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { earn } from '../test/earn.ts'
import { echo, orderEach, rowOf, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { reconcile } from './reconcile.ts'

const testApi = await startTestApi({ env: { QUEUE_PER_USER: '1000' } })
const { deps } = testApi
const { db } = deps
const { subsidyPerPayerMax, subsidyPerDayMax } = TRUST_RULES

const availableOf = async (person: Person) => (await person.call(getCredits)).available
const earnedBy = async (person: Person) => (await person.call(getCredits)).pending
const sumOf = async (bucket: string) =>
  Number(
    (
      await rowOf(
        deps,
        sql`select coalesce(sum(amount), 0) as sum from ledger_entries where bucket = ${bucket}`,
      )
    ).sum,
  )

/** Raises the price of the user's open jobs, with ledger entries for it. */
async function setPrice(person: Person, price: number): Promise<void> {
  await db.execute(sql`
    with priced as (
      update jobs set price = ${price}, granted = case when granted > 0 then ${price}::int else 0 end
      where user_address = ${person.address.toLowerCase()} and status = 'queued'
      returning id, payer, new.price - old.price as more, case when new.granted > 0 then 'granted' else 'available' end as bucket
    ),
    sums as (
      select payer, sum(more) as more, sum(more) filter (where bucket = 'granted') as granted from priced group by payer
    ),
    paid as (
      update ledger_accounts a set held = held + more, granted = a.granted - coalesce(s.granted, 0),
        available = available - more + coalesce(s.granted, 0)
      from sums s where a.id = s.payer
    )
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'test:' || id, line, 'hold', payer, lines.bucket, amount
    from priced p, lateral (values (1, 'held', more), (2, p.bucket, -more)) as lines (line, bucket, amount)`)
}

async function run(
  person: Person,
  node: Awaited<ReturnType<typeof startNode>>,
  price: number,
): Promise<void> {
  await person.call(submitJob, echo('a'))
  await setPrice(person, price)
  await node.finish(await node.claim())
}

test('[finding S4] the fee is exactly 5 % in sum, also for jobs that cost less than a whole fee', async () => {
  const alice = await signInSomeone(testApi)
  await earn(deps, alice)
  const node = await startNode(testApi)
  const [before, fees] = [await earnedBy(node.operator), await sumOf('fees')]
  for (let job = 0; job < 10; job++) await run(alice, node, 2)
  expect((await earnedBy(node.operator)) - before).toBe(19)
  for (const price of [1, 19, 20, 40]) await run(alice, node, price)
  expect((await earnedBy(node.operator)) - before).toBe(95)
  expect((await sumOf('fees')) - fees).toBe(5)
  expect(await reconcile(db)).toEqual([])
})

test('[finding S4] charges jobs that finish together the same fee as jobs that finish one by one', async () => {
  const alice = await signInSomeone(testApi)
  await earn(deps, alice)
  const node = await startNode(testApi, { slots: 16 })
  const before = await earnedBy(node.operator)
  await orderEach(
    alice,
    Array.from({ length: 16 }, () => 'a'),
  )
  await setPrice(alice, 10)
  const jobs = await Promise.all(Array.from({ length: 16 }, () => node.claim()))
  await Promise.all(jobs.map((job) => node.finish(job)))
  expect((await earnedBy(node.operator)) - before).toBe(152)
  expect(await reconcile(db)).toEqual([])
})

test('[finding S4] pays an operator at most 50 credits of each wallet’s granted credits', async () => {
  const node = await startNode(testApi, { slots: 16 })
  const before = await earnedBy(node.operator)
  for (let wallet = 0; wallet < 6; wallet++) {
    const alice = await signInSomeone(testApi)
    await orderEach(alice, ['a', 'b', 'c', 'd', 'e'])
    await setPrice(alice, 100)
    expect(await availableOf(alice)).toBe(0)
    const jobs = await Promise.all(Array.from({ length: 5 }, () => node.claim()))
    await Promise.all(jobs.map((job) => node.finish(job)))
  }
  expect((await earnedBy(node.operator)) - before).toBe(6 * subsidyPerPayerMax)
  expect(await reconcile(db)).toEqual([])
})

test('[finding S4] pays an operator at most 1,000 granted credits per day, from all payers together', async () => {
  const node = await startNode(testApi)
  const operator = await rowOf(
    deps,
    sql`insert into subsidies_by_day (operator, day, credits)
    select id, (now() at time zone 'UTC')::date, ${subsidyPerDayMax - 10} from ledger_accounts
    where address = ${node.operator.address.toLowerCase()} returning operator`,
  )
  const before = await earnedBy(node.operator)
  await run(await signInSomeone(testApi), node, 40)
  expect((await earnedBy(node.operator)) - before).toBe(10)
  await run(await signInSomeone(testApi), node, 40)
  expect((await earnedBy(node.operator)) - before).toBe(10)
  // The next day has its own limit.
  await db.execute(sql`update subsidies_by_day set day = day - 1 where operator = ${operator.operator}`)
  await run(await signInSomeone(testApi), node, 40)
  expect((await earnedBy(node.operator)) - before).toBe(10 + 40 - 2)
  expect(await reconcile(db)).toEqual([])
})

test('[finding S4] simultaneous results cannot exceed the limit of granted credits', async () => {
  const alice = await signInSomeone(testApi)
  const node = await startNode(testApi, { slots: 8 })
  const before = await earnedBy(node.operator)
  await orderEach(alice, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  await setPrice(alice, 30)
  const jobs = await Promise.all(Array.from({ length: 8 }, () => node.claim()))
  // Jobs with files are finished in separate, concurrent transactions, so these pretend to have one.
  await db.execute(
    sql`update jobs set input_files = '[{"name": "x"}]' where id = any(${sql.param(jobs.map(({ jobId }) => jobId))}::uuid[])`,
  )
  await Promise.all(jobs.map((job) => node.finish(job)))
  expect((await earnedBy(node.operator)) - before).toBe(subsidyPerPayerMax)
  expect(await reconcile(db)).toEqual([])
})

test('pays earned credits to the operator without a limit, and spends granted credits first', async () => {
  const alice = await signInSomeone(testApi)
  await earn(deps, alice, 400)
  const node = await startNode(testApi)
  const before = await earnedBy(node.operator)
  const grants = await sumOf('grants')
  await runEcho(deps, { person: alice, node })
  expect((await sumOf('grants')) - grants).toBe(1)
  await run(alice, node, 99)
  expect(
    await rowOf(
      deps,
      sql`select granted::int, available::int from ledger_accounts where address = ${alice.address.toLowerCase()}`,
    ),
  ).toEqual({ granted: 0, available: 400 })
  await run(alice, node, 400)
  expect((await earnedBy(node.operator)) - before).toBe(subsidyPerPayerMax + 380)
})

test('[finding S4] an operator’s job on their own node costs nothing, earns nothing and shows a charge of 0', async () => {
  const owner = await signInSomeone(testApi)
  const own = await startNode(testApi, { operator: owner })
  for (let job = 0; job < 25; job++) await run(owner, own, 15)
  expect(await owner.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  const { id } = await owner.call(submitJob, echo('mine'))
  expect(await own.call(claimJob)).not.toBeNull()
  const earned = await rowOf(
    deps,
    sql`select coalesce(sum(earned), 0)::int as earned from jobs where user_address = ${owner.address.toLowerCase()}`,
  )
  expect(earned).toEqual({ earned: 0 })
  expect(await owner.call(getJob, { params: { id } })).toMatchObject({ price: 1, charged: 0 })
  expect(await reconcile(db)).toEqual([])
})

test('the ledger settles every job as the trust rules compute it', async () => {
  expect(OPERATOR_PERCENT + TRUST_RULES.feePercent).toBe(100)
  const alice = await signInSomeone(testApi)
  await earn(deps, alice, 300)
  const node = await startNode(testApi)
  let granted = STARTER_CREDITS - 300
  let [remainder, given] = [0, 0]
  for (const price of [3, 7, 1, 19, 30, 64, 76, 5, 41, 60, 2]) {
    const before = await earnedBy(node.operator)
    // The raised price is paid from the same balance as the first credit.
    const isGranted = granted > 0
    await run(alice, node, price)
    const split = isGranted ? { granted: price, earned: 0 } : { granted: 0, earned: price }
    if (isGranted) granted -= price
    const limits = {
      level: 'known' as const,
      isRelated: false,
      givenForPayer: given,
      givenToday: given,
      budgetLeft: Infinity,
    }
    const settled = settleJob({ ...split, remainder, isOwn: false, subsidy: limits })
    expect((await earnedBy(node.operator)) - before, `price ${price}`).toBe(settled.share)
    remainder = settled.remainder
    given += settled.subsidy
  }
  expect(given).toBe(subsidyPerPayerMax)
  expect(await reconcile(db)).toEqual([])
})
