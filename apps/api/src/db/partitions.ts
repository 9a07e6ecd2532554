import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from './client.ts'
import { statement } from './statement.ts'
import { transaction } from './transaction.ts'

/** Tables with a partition per month, by their column `hour`. */
const TABLES = ['stats_hours', 'node_hours']

/** In addition to the current month. */
const MONTHS_AHEAD = 3

/** Any number, the same for every API process. */
const PARTITIONS_LOCK = 4_632_004

/** Everyone who reads or writes figures waits behind a change of the partitions, so it gives up soon; the next sweep tries again. */
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`

interface Partition {
  name: string
  /** The first moment after the partition's end. */
  until: Date
}

const selectPartitions = statement<Partition>(
  'list-partitions',
  `select name, until::timestamptz as until from (
    select c.relname as name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1] as until
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('public.' || $1)
  ) partitions where until is not null order by 2`,
)

const takeLock = statement<{ taken: boolean }>(
  'lock-partitions',
  'select pg_try_advisory_xact_lock($1) as taken',
)

/**
 * Creates the partitions of the coming months, and detaches those that are older than `keepMonths`; if that isn't set, all stay. A detached
 * month becomes a table in the schema `archive`: nothing is deleted.
 */
export async function sweepPartitions(
  { db, now, keepMonths }: { db: Db; now: Date; keepMonths: number | undefined },
  logger: Logger,
): Promise<void> {
  for (const table of TABLES) {
    await createAhead(db, table, monthOf(now, MONTHS_AHEAD + 1))
    if (keepMonths === undefined) continue
    for (const name of await detachBefore(db, table, monthOf(now, -keepMonths))) {
      logger.info({ table, partition: name }, 'detached a month of figures')
    }
  }
}

/** The first moment of a month, in UTC, this many months after that of `moment`. */
export function monthOf(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months))
}

const nameOf = (table: string, month: Date) => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`

/** One after the other, without gaps. */
async function createAhead(db: Db, table: string, end: Date): Promise<void> {
  for (;;) {
    const [last] = (await selectPartitions(db, [table])).slice(-1)
    const month = last?.until ?? monthOf(end, -MONTHS_AHEAD - 1)
    if (month >= end || !(await createPartition(db, table, month))) return
  }
}

/** Returns false if another process is changing partitions. */
function createPartition(db: Db, table: string, month: Date): Promise<boolean> {
  const name = nameOf(table, month)
  const range = `hour >= '${month.toISOString()}' and hour < '${monthOf(month, 1).toISOString()}'`
  return transaction(db, async (tx) => {
    if (!(await takeLock(tx, [PARTITIONS_LOCK]))[0]!.taken) return false
    await tx.execute(sql.raw(LOCK_TIMEOUT))
    await tx.execute(sql.raw(`create table partitions.${name} (like public.${table} including all)`))
    // Rows that came before their month existed are in the default partition. It's locked so that no more arrive meanwhile.
    await tx.execute(sql.raw(`lock table partitions.${table}_other`))
    await tx.execute(
      sql.raw(`with moved as (delete from partitions.${table}_other where ${range} returning *)
        insert into partitions.${name} select * from moved`),
    )
    await tx.execute(
      sql.raw(`alter table public.${table} attach partition partitions.${name}
        for values from ('${month.toISOString()}') to ('${monthOf(month, 1).toISOString()}')`),
    )
    return true
  })
}

async function detachBefore(db: Db, table: string, oldest: Date): Promise<string[]> {
  const old = (await selectPartitions(db, [table])).filter(({ until }) => until <= oldest)
  const detached: string[] = []
  for (const { name } of old) {
    const isDone = await transaction(db, async (tx) => {
      if (!(await takeLock(tx, [PARTITIONS_LOCK]))[0]!.taken) return false
      await tx.execute(sql.raw(LOCK_TIMEOUT))
      await tx.execute(sql.raw(`alter table public.${table} detach partition partitions.${name}`))
      await tx.execute(sql.raw(`alter table partitions.${name} set schema archive`))
      return true
    })
    if (isDone) detached.push(name)
  }
  return detached
}
