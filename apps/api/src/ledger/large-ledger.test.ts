import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { rowOf } from '../test/echo.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { NOTHING } from './account-buckets.ts'
import { booksStep } from './books-step.ts'
import { checkSums } from './check-sums.ts'
import { reconcile } from './reconcile.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
await signInSomeone(testApi)

const EVENTS = 20_000
await db.execute(sql`
  insert into ledger_entries (event, line, kind, account, bucket, amount, at)
  select 'many:' || n, line, 'allowance', case line when 2 then 1 end, case line when 2 then 'available' else 'grants' end,
    case line when 2 then 1 else -1 end, now() - interval '1 day'
  from generate_series(1, ${EVENTS}::int) n, generate_series(1, 2) line`)
await db.execute(sql`update ledger_accounts set available = available + ${EVENTS}::int where id = 1`)
await db.execute(sql`alter table ledger_entries disable trigger ledger_entries_append_only`)
// PostgreSQL counts a connection's reads when it ends at the latest; ending this one keeps its reads out of those of the check.
const setup = new pg.Client(deps.config.databaseUrl)
await setup.connect()
await setup.query(`update ledger_entries set at = now() - interval '1 day'`)
await setup.query('vacuum analyze ledger_entries')
await setup.end()

const SMALL = { accounts: 50, entries: 300, walkLines: 200_000 }

/** Opens a single connection, so that its reads can be counted at once. */
function ownConnection() {
  const pool = new pg.Pool({ connectionString: deps.config.databaseUrl, max: 1 })
  onTestFinished(() => pool.end())
  const own = drizzle(pool)
  const wholeReads = async () => {
    await own.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await own.execute(
      sql`select seq_scan::int as count from pg_stat_user_tables where relname = 'ledger_entries'`,
    )
    return rows[0]!.count as number
  }
  /** How many stored sums were looked up so far. */
  const sumsRead = async () => {
    await own.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await own.execute(
      sql`select idx_tup_read::int as count from pg_stat_user_indexes where indexrelname = 'ledger_sums_pkey'`,
    )
    return rows[0]!.count as number
  }
  return { own, wholeReads, sumsRead }
}

/** Runs the check until the walk has been completed once more. */
async function wholeRound(): Promise<string[]> {
  const walked = async () => String((await rowOf(deps, sql`select walked_at from ledger_state`)).walked_at)
  const before = await walked()
  for (let runs = 0; runs < 50; runs++) {
    const problems = await reconcile(db)
    if (problems.length > 0 || (await walked()) !== before) return problems
  }
  throw new Error('The walk did not come to its end.')
}

test('[finding B5] a check of the ledger never reads the whole table', async () => {
  const { own, wholeReads } = ownConnection()
  const before = await wholeReads()
  expect(await reconcile(own, SMALL)).toEqual([])
  expect(await wholeReads()).toBe(before)
  expect(await rowOf(deps, sql`select checked_at is not null as checked from ledger_state`)).toEqual({
    checked: true,
  })
})

test('[finding B5] the walk finds old entries that were changed, and every run reports them until they are corrected', async () => {
  expect(await wholeRound()).toEqual([])
  const change = (amount: number) =>
    db.execute(sql`
      update ledger_entries set amount = case line when 2 then ${amount}::int else -${amount}::int end where event = 'many:77'`)
  await change(9)
  const problems = await wholeRound()
  expect(problems).toEqual([
    expect.stringMatching(/^account 1 had \d+\/\d+\/0\/0 at entry \d+, its entries say \d+\/\d+\/0\/0$/),
  ])
  expect(await reconcile(db)).toEqual(problems)
  await change(1)
  expect(await reconcile(db)).toEqual([])

  await db.execute(sql`update ledger_entries set amount = 3 where event = 'many:88' and line = 2`)
  expect(await wholeRound()).toEqual(['event many:88 adds up to 2'])
  await db.execute(sql`update ledger_entries set amount = 1 where event = 'many:88' and line = 2`)
  expect(await reconcile(db)).toEqual([])
})

test('a step of the walk through the accounts reads the stored sums of these accounts only', async () => {
  await db.execute(
    sql`insert into ledger_accounts (address) select '0xe' || lpad(to_hex(n), 39, '0') from generate_series(1, 2000) n`,
  )
  await db.execute(sql`insert into ledger_sums (account, entry, available, held, pending)
    select id, 0, 0, 0, 0 from ledger_accounts on conflict do nothing`)
  await db.execute(sql`analyze ledger_accounts, ledger_sums`)
  const { own, sumsRead } = ownConnection()
  const { last } = await rowOf(deps, sql`select max(id)::int as last from ledger_accounts`)
  const before = await sumsRead()
  const from = { walkedAccount: Number(last) - SMALL.accounts, walking: { entry: 0, ...NOTHING } }
  const { done } = await booksStep(own, (tx) => checkSums(tx, from, SMALL))
  expect(done).toHaveLength(SMALL.accounts)
  // An updated row is counted more than once.
  expect((await sumsRead()) - before).toBeLessThanOrEqual(2 * SMALL.accounts)
})
