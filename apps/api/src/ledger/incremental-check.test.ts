import { getCredits } from '@infra/protocol/credits'
import { submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { createTestDatabase } from '../test/database.ts'
import { cancelAll, echo, rowOf, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { reconcile } from './reconcile.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

const accountOf = async ({ address }: Person) =>
  rowOf(
    deps,
    sql`select id::int, granted::int, held::int from ledger_accounts where address = ${address.toLowerCase()}`,
  )

/** Makes all entries a day old and checks them, so that no later run has a reason to look at these accounts. */
async function letADayPass(): Promise<void> {
  await db.execute(sql`alter table ledger_entries disable trigger ledger_entries_append_only`)
  await db.execute(sql`update ledger_entries set at = at - interval '1 day'`)
  await db.execute(sql`alter table ledger_entries enable trigger ledger_entries_append_only`)
  expect(await reconcile(db)).toEqual([])
}

const add = async (person: Person, bucket: string, credits: number) =>
  db.execute(sql`
    update ledger_accounts set ${sql.identifier(bucket)} = ${sql.identifier(bucket)} + ${credits}
    where id = ${(await accountOf(person)).id}`)

/** Limits each run to one step of the walk, which is a small part even of this ledger. */
const SLOW = { accounts: 1, entries: 5, walkLines: 1 }

test('finds a balance changed by hand when the walk reaches it, and reports it in every run until it is corrected', async () => {
  const bob = await signInSomeone(testApi)
  await letADayPass()
  const { id, granted } = await accountOf(bob)
  await add(bob, 'available', 7)
  const problem = `account ${id} shows 7/${granted}/0/0, its entries say 0/${granted}/0/0`
  await db.execute(sql`update ledger_state set walked_entry = 0, walked_account = 0`)
  // No new entry is wrong, and the walk hasn't reached the account yet.
  expect(await reconcile(db, SLOW)).toEqual([])
  await expect.poll(() => reconcile(db, SLOW), { interval: 0 }).toEqual([problem])
  const before = await node.operator.call(getCredits)
  await runEcho(deps, { person: alice, node })
  for (let run = 0; run < 3; run++) expect(await reconcile(db, SLOW)).toEqual([problem])
  expect(await node.operator.call(getCredits)).toMatchObject({
    available: before.available,
    pending: before.pending + 1,
  })

  await add(bob, 'available', -7)
  expect(await reconcile(db)).toEqual([])
})

test('finds a hold of an old job that differs from the job’s price, and reports it until it is corrected', async () => {
  const carol = await signInSomeone(testApi)
  const job = await carol.call(submitJob, echo('old'))
  await letADayPass()
  const { id } = await accountOf(carol)
  await db.execute(sql`update jobs set price = 5 where id = ${job.id}`)
  const problem = `account ${id} holds 1, its open jobs cost 5`
  expect(await reconcile(db)).toEqual([problem])
  expect(await reconcile(db)).toEqual([problem])
  await db.execute(sql`update jobs set price = 1 where id = ${job.id}`)
  expect(await reconcile(db)).toEqual([])
  await cancelAll(deps)
})

test('checks an entry whose transaction commits after entries with higher numbers', async () => {
  await letADayPass()
  const late = new pg.Client(deps.config.databaseUrl)
  await late.connect()
  onTestFinished(() => late.end())
  await late.query('begin')
  const { rows } = await late.query(
    `insert into ledger_entries (event, line, kind, bucket, amount) values ('late', 1, 'starter', 'grants', -3) returning id`,
  )
  await runEcho(deps, { person: alice, node })
  expect(await reconcile(db)).toEqual([])
  expect(await reconcile(db)).toEqual([])
  // The walk would find it too, but may take a day, so the next run must find it by itself.
  const isBelow = await rowOf(
    deps,
    sql`select events_until < ${rows[0].id}::bigint as below from ledger_state`,
  )
  expect(isBelow).toEqual({ below: true })
  await late.query('commit')
  expect(await reconcile(db)).toEqual(['event late adds up to -3'])
  await late.query(
    `insert into ledger_entries (event, line, kind, bucket, amount) values ('late', 2, 'starter', 'grants', 3)`,
  )
  expect(await reconcile(db)).toEqual([])
})

test('checks an account that has more new entries than fit in one step', async () => {
  const { id } = await accountOf(alice)
  await db.execute(sql`
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'busy:' || n, line, 'allowance', case line when 2 then ${id}::bigint end,
      case line when 2 then 'available' else 'grants' end, case line when 2 then 1 else -1 end
    from generate_series(1, 500) n, generate_series(1, 2) line`)
  const small = { accounts: 10, entries: 20, walkLines: 100 }
  expect(await reconcile(db, small)).toEqual([expect.stringMatching(`^account ${id} shows `)])
  await add(alice, 'available', 500)
  expect(await reconcile(db, small)).toEqual([])
})

test('a run that is interrupted keeps what it found, and the next one clears it once it is corrected', async () => {
  await letADayPass()
  await db.execute(sql`update ledger_state set checked_at = null, walked_entry = 0, walked_account = 0`)
  await db.execute(sql`
    create function stop() returns trigger language plpgsql as $$ begin raise exception 'the process is gone'; end $$;
    create trigger stop before update of walked_account on ledger_state for each row execute function stop()`)
  await db.execute(sql`
    insert into ledger_entries (event, line, kind, bucket, amount) values ('half', 1, 'starter', 'grants', -3)`)
  await expect(reconcile(db)).rejects.toThrow()
  const state = () =>
    rowOf(
      deps,
      sql`select drift, checked_at is not null as checked, walked_entry > 0 and walked_entry = events_until as walked from ledger_state`,
    )
  expect(await state()).toEqual({ drift: 'event half adds up to -3', checked: true, walked: true })
  await db.execute(sql`drop trigger stop on ledger_state`)
  await db.execute(sql`
    insert into ledger_entries (event, line, kind, bucket, amount) values ('half', 2, 'starter', 'grants', 3)`)
  expect(await reconcile(db)).toEqual([])
  expect(await state()).toMatchObject({ drift: null })
})

test('reports a problem found by an earlier version until a complete walk finds nothing', async () => {
  const url = await createTestDatabase('template1')
  await migrate(url, { until: '0034-chat-reply-ids.sql' })
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`update ledger_state set drift = 'account 5 shows too much'`)
  await client.end()
  await migrate(url)
  const upgraded = await startTestApi({ env: { DATABASE_URL: url } })
  expect(await reconcile(upgraded.deps.db)).toEqual(['account 5 shows too much'])
  expect(await reconcile(upgraded.deps.db)).toEqual([])
})
