import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const MIGRATIONS_FOLDER = new URL('migrations/', import.meta.url)

/** Any number, the same for every API process. */
const MIGRATION_LOCK = 4_632_001

/**
 * Brings the database up to date: each file of `migrations/` once, in the order of its name, each in a transaction of
 * its own. API processes that start together take turns; the later ones find nothing to do. `until`: no further than that.
 */
export async function migrate(
  databaseUrl: string,
  { folder = MIGRATIONS_FOLDER, until }: { folder?: URL; until?: string } = {},
): Promise<void> {
  // One connection, not the pool: the lock belongs to a session.
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'infra-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
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

async function apply(client: pg.Client, name: string, folder: URL): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed; the database is as it was before it.`, { cause })
  }
}

/** A program that does not know the newest tables could write rows that the newer one cannot read. */
function refuseOlderProgram(applied: Set<string>, files: string[]): void {
  const newer = [...applied].filter((name) => !files.includes(name))
  if (newer.length > 0) {
    throw new Error(
      `The database was written by a newer version of Infra (${newer.join(', ')}). Update the program.`,
    )
  }
}
