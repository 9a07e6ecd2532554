import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from './client-class.ts'
import { sqlStateOf } from './sql-state.ts'

const MIGRATIONS_FOLDER = new URL('migrations/', import.meta.url)

/** Any number, the same for every API process. */
const MIGRATION_LOCK = 4_632_001

const TURN_MS = 100

/** A file with this first line doesn't run in a transaction: each of its statements creates one index concurrently. */
const CONCURRENTLY = /^-- concurrently$/m

/** A migration that waits for a table's lock blocks every query behind it, so it gives up after this long and tries again. */
const LOCK_TRIES = 5
const LOCK_NOT_AVAILABLE = '55P03'

interface Options {
  folder?: URL
  /** The last migration to apply. */
  until?: string
  lockMs?: number
}

/**
 * Brings the database up to date: each file of `migrations/` once, in the order of its name, each in a transaction of
 * its own. API processes that start together take turns; the later ones find nothing to do.
 */
export async function migrate(
  databaseUrl: string,
  { folder = MIGRATIONS_FOLDER, until, lockMs = 2_000 }: Options = {},
): Promise<void> {
  // One connection instead of the pool, because the lock belongs to a session.
  const client = openClient(databaseUrl, { application_name: 'infra-migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(`set lock_timeout = ${lockMs}`)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    refuseOlderProgram(until === undefined ? applied : applied.union(new Set([until])), files)
    const wanted = files.filter((file) => !applied.has(file) && (until === undefined || file <= until))
    for (const name of wanted) await apply(client, name, folder)
  } finally {
    await client.end()
  }
}

/**
 * Polls instead of waiting: a statement that waits holds a snapshot, and an index that another process creates concurrently would wait for
 * it.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const tryLock = () =>
    client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK])
  while (!(await tryLock()).rows[0]!.taken) await sleep(TURN_MS)
}

async function apply(client: pg.Client, name: string, folder: URL): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  try {
    if (CONCURRENTLY.test(text)) await applyConcurrently(client, name, text)
    else await retryingLocks(client, () => applyAtOnce(client, name, text))
  } catch (cause) {
    const what = CONCURRENTLY.test(text)
      ? 'what it has made stays, and the next start goes on'
      : 'the database is as it was before it'
    throw new Error(
      `Migration ${name} failed; ${what}.${(cause as Error).cause ? ` ${(cause as Error).message}` : ''}`,
      {
        cause,
      },
    )
  }
}

async function applyAtOnce(client: pg.Client, name: string, statements: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const CREATE_INDEX = /^create (?:unique )?index concurrently (\w+) /

/** If it's killed halfway it leaves an invalid index, which is dropped and created again. Valid ones stay. */
async function applyConcurrently(client: pg.Client, name: string, text: string): Promise<void> {
  const statements = text.replaceAll(/^--.*$/gm, '').split(';')
  for (const statement of statements.map((part) => part.trim()).filter(Boolean)) {
    const index = CREATE_INDEX.exec(statement)?.[1]
    if (!index) throw new Error(`Only "create index concurrently" may stand in ${name}.`)
    await retryingLocks(client, () => makeIndex(client, index, statement))
  }
  await client.query('insert into migrations (name) values ($1)', [name])
}

async function makeIndex(client: pg.Client, index: string, statement: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (rows[0]?.valid) return
  if (rows[0]) await client.query(`drop index concurrently ${index}`)
  await client.query(statement)
}

async function retryingLocks(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error
      if (tries === LOCK_TRIES) throw new Error(await describeHolders(client), { cause: error })
    }
    await sleep(Math.random() * TURN_MS * tries)
  }
}

/** The oldest open transactions; one of them holds the lock. */
async function describeHolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `select format('process %s (%s), in a transaction since %s: %s', pid, application_name, xact_start, left(query, 80)) as holder
    from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    order by xact_start limit 3`,
  )
  return `Others kept a table locked: ${rows.map(({ holder }) => holder).join('; ') || 'they are gone by now'}.`
}

/** A program that doesn't know the newest tables could write rows that the newer one can't read. */
function refuseOlderProgram(applied: Set<string>, files: string[]): void {
  const newer = [...applied].filter((name) => !files.includes(name))
  if (newer.length > 0) {
    throw new Error(
      `The database was written by a newer version of Infra (${newer.join(', ')}). Update the program.`,
    )
  }
}
