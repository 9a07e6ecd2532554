import { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'
import type { Db } from './client.ts'
import { statement } from './statement.ts'
import { transaction } from './transaction.ts'

const { deps } = await startTestApi()
const { db } = deps
await db.execute(sql`create table balances (id integer primary key, credits integer not null)`)

beforeEach(async () => {
  await db.execute(sql`truncate balances`)
  await db.execute(sql`insert into balances values (1, 0), (2, 0)`)
})

const credits = async () => {
  const { rows } = await db.execute<{ credits: number }>(sql`select credits from balances order by id`)
  return rows.map((row) => row.credits)
}
const add = (tx: Db, id: number) =>
  tx.execute(sql`update balances set credits = credits + 1 where id = ${id}`)

test('commits all of the work, or none of it', async () => {
  expect(await transaction(db, async (tx) => (await add(tx, 1)).rowCount)).toBe(1)
  const failing = transaction(db, async (tx) => {
    await add(tx, 1)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await credits()).toEqual([1, 0])
})

test('[C38] retries work after a serialization failure (40001), and counts it once', async () => {
  let attempts = 0
  await transaction(db, async (tx) => {
    attempts++
    await tx.execute(sql`set transaction isolation level serializable`)
    await tx.execute(sql`select credits from balances where id = 1`)
    // Another caller changes what we read, before we write.
    if (attempts === 1) await add(db, 1)
    await add(tx, 1)
  })
  expect(attempts).toBe(2)
  expect(await credits()).toEqual([2, 0])
})

test('[C38] gives up after four serialization failures, and asks the caller to retry later', async () => {
  let attempts = 0
  const transacted = transaction(db, async (tx) => {
    attempts++
    await tx.execute(sql`set transaction isolation level serializable`)
    await tx.execute(sql`select credits from balances where id = 1`)
    await add(db, 1)
    await add(tx, 1)
  })
  await expect(transacted).rejects.toSatisfy((error) => error instanceof Refusal)
  await expect(transacted).rejects.toMatchObject({ code: 'dependency_unavailable', retryAfterSeconds: 1 })
  expect(attempts).toBe(4)
  expect(await credits()).toEqual([4, 0])
})

test('[C38] two transactions that deadlock (40P01) both succeed', async () => {
  let attempts = 0
  let holding = 0
  const { promise: bothHold, resolve } = Promise.withResolvers<void>()
  const move = (from: number, to: number) =>
    transaction(db, async (tx) => {
      attempts++
      await add(tx, from)
      holding++
      if (holding === 2) resolve()
      await bothHold
      await add(tx, to)
    })

  await Promise.all([move(1, 2), move(2, 1)])

  expect(attempts).toBeGreaterThan(2)
  expect(await credits()).toEqual([2, 2])
})

test('[C38] does not retry work that fails for another reason', async () => {
  let attempts = 0
  const twice = transaction(db, async (tx) => {
    attempts++
    await tx.execute(sql`insert into balances values (1, 0)`)
  })
  await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(attempts).toBe(1)
})

test('[C38] retries a single statement after a deadlock, but within a transaction only the whole transaction', async () => {
  // A sequence isn't rolled back with a failed statement.
  await db.execute(sql`create sequence meetings`)
  await db.execute(sql`create function meet() returns integer language plpgsql as $$ begin
    if nextval('meetings') % 2 = 1 then raise exception 'met another' using errcode = 'deadlock_detected'; end if;
    return currval('meetings');
  end $$`)
  const meet = statement<{ meet: number }>('meet', 'select meet()')
  expect(await meet(db, [])).toEqual([{ meet: 2 }])
  expect((await db.execute(sql`select meet()`)).rows).toEqual([{ meet: 4 }])

  let attempts = 0
  const twice = transaction(db, async (tx) => {
    attempts++
    return meet(tx, [])
  })
  expect(await twice).toEqual([{ meet: 6 }])
  expect(attempts).toBe(2)
})
