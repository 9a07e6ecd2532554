import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { createTestDatabase } from '../test/database.ts'

const staker = `0x${'a1'.repeat(20)}`
const other = `0x${'b0'.repeat(20)}`

test('[finding S17] the migration keeps stakes counting that counted before the waiting period existed', async () => {
  const url = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, { until: '0015-retired-network-keys.sql' })
  for (const [address, amount] of [
    [staker, 1_000],
    [other, 0],
  ]) {
    await client.query('insert into users (address, created_at) values ($1, now())', [address])
    await client.query('insert into stakes (address, amount, block, read_at) values ($1, $2, 7, now())', [
      address,
      amount,
    ])
  }
  await migrate(url)
  const { rows } = await client.query(
    `select address, amount, since <= now() - interval '1 day' as "hasRested" from stake_levels`,
  )
  await client.end()
  expect(rows).toEqual([{ address: staker, amount: '1000', hasRested: true }])
})
