import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../http/logger.ts'
import { createTestDatabase } from '../test/database.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { migrate } from './migrate.ts'
import { monthOf, sweepPartitions } from './partitions.ts'

const { deps } = await startTestApi()
const { db } = deps
const logger = createLogger(deps.config, { write: () => {} })
const sweep = (now: Date, keepMonths?: number) => sweepPartitions({ db, now, keepMonths }, logger)

const HOUR_MS = 3_600_000

/** The month this many months from now. The first partition, of rows from before the database was created, ends with month 1. */
const month = (months: number) => monthOf(new Date(), months)
const lastHourOf = (months: number) => new Date(month(months + 1).getTime() - HOUR_MS)
const partition = (table: string, months: number) =>
  `partitions.${table}_${month(months).toISOString().slice(0, 7).replace('-', '_')}`

const partitionsOf = async (table: string) =>
  (
    await db.execute<{ name: string }>(
      sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)

/** Returns the table that recorded that a node was online. */
async function noteHour(hour: Date): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`insert into node_hours values (${hour.toISOString()}, ${hour}, 1) returning tableoid::regclass::text as name`,
  )
  return rows[0]!.name
}

test('creates the partitions of coming months in advance, without gaps, even in simultaneous sweeps', async () => {
  const now = lastHourOf(5)
  await Promise.all(Array.from({ length: 3 }, () => sweep(now).catch(() => {})))
  await sweep(now)
  for (const table of ['stats_hours', 'node_hours']) {
    expect(await partitionsOf(table)).toEqual([
      ...[2, 3, 4, 5, 6, 7, 8].map((months) => partition(table, months)),
      `partitions.${table}_first`,
      `partitions.${table}_other`,
    ])
  }
  expect(await noteHour(month(6))).toBe(partition('node_hours', 6))
  expect(await noteHour(lastHourOf(5))).toBe(partition('node_hours', 5))
  expect(await noteHour(month(-80))).toBe('partitions.node_hours_first')
})

test('stores rows that have no partition yet, and moves them to their month when it is created', async () => {
  const hour = month(10)
  expect(await noteHour(hour)).toBe('partitions.node_hours_other')
  // Recorded again within the hour.
  await db.execute(sql`
    insert into node_hours values (${hour.toISOString()}, ${hour}, 2)
    on conflict (node_id, hour) do update set minutes = node_hours.minutes | excluded.minutes`)
  await sweep(month(8))
  const { rows } = await db.execute(
    sql`select tableoid::regclass::text as name, minutes::int from node_hours where hour = ${hour}`,
  )
  expect(rows).toEqual([{ name: partition('node_hours', 10), minutes: 3 }])
})

test('detaches months that are older than wanted without deleting them, and they can be attached again', async () => {
  await noteHour(lastHourOf(6))
  await noteHour(month(7))
  await sweep(lastHourOf(9), 2)
  expect(await partitionsOf('node_hours')).toEqual([
    ...[7, 8, 9, 10, 11, 12].map((months) => partition('node_hours', months)),
    'partitions.node_hours_other',
  ])
  const hoursIn = async (table: string) =>
    (await db.execute(sql`select hour from ${sql.raw(table)} where hour <= ${month(7)}`)).rows.length
  expect(await hoursIn('node_hours')).toBe(1)
  const detached = partition('node_hours', 6).replace('partitions', 'archive')
  expect(await hoursIn(detached)).toBe(2)
  expect(await hoursIn('archive.node_hours_first')).toBe(1)

  // As docs/operations.md says.
  await db.execute(sql.raw(`alter table ${detached} set schema partitions`))
  await db.execute(
    sql.raw(`alter table node_hours attach partition ${partition('node_hours', 6)}
      for values from ('${month(6).toISOString()}') to ('${month(7).toISOString()}')`),
  )
  expect(await hoursIn('node_hours')).toBe(3)
})

test('migrating an older database turns its figures into the first partition', async () => {
  const url = await createTestDatabase('template1')
  await migrate(url, { until: '0037-books-by-watermark.sql' })
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    `insert into node_hours select 'node', now() - n * interval '1 hour', 1 from generate_series(0, 999) n`,
  )
  await migrate(url)
  const { rows } = await client.query(
    'select tableoid::regclass::text as name, count(*)::int from node_hours group by 1',
  )
  expect(rows).toEqual([{ name: 'partitions.node_hours_first', count: 1000 }])
})

test('monthOf returns months in UTC', () => {
  expect(monthOf(new Date('2031-12-31T23:59:59Z'), 1)).toEqual(new Date('2032-01-01T00:00:00Z'))
  expect(monthOf(new Date('2032-03-31T00:00:00Z'), -13)).toEqual(new Date('2031-02-01T00:00:00Z'))
})
