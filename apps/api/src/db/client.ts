import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { endWhenSilent } from './end-when-silent.ts'

/** A database or an open transaction. Query functions take it first, so they cannot step outside the caller's transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export interface Connection {
  db: NodePgDatabase
  pool: pg.Pool
  close: () => Promise<void>
}

const CONNECTIONS_MAX = 10

const STATEMENT_MS_MAX = 15_000

/** A little longer: for a server that fell silent and cannot even say that it took too long. */
const SILENT_MS_MAX = 17_000

export function connect(
  databaseUrl: string,
  onError: (error: Error) => void,
  { silentMsMax = SILENT_MS_MAX } = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    // A caller is better told "try again" than left hanging while the database is away.
    connectionTimeoutMillis: 3_000,
    statement_timeout: STATEMENT_MS_MAX,
    // The same from the other side: what a lost process had locked is given back.
    idle_in_transaction_session_timeout: SILENT_MS_MAX,
    application_name: 'infra-api',
  })
  pool.on('connect', (client) => {
    // Idle ones are let go before that, so this is about one that is waited for.
    endWhenSilent(client, silentMsMax)
    // Breaks in the middle of a transaction: whoever asks next is told. Unheard, it would end the process.
    client.on('error', () => {})
  })
  // An idle connection that breaks (database restart) would otherwise end the process.
  pool.on('error', onError)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}

/** Of the database itself, never of an open transaction. */
export function poolOf(db: Db): pg.Pool {
  return (db as unknown as { $client: pg.Pool }).$client
}
