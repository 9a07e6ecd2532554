import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { endWhenSilent } from './end-when-silent.ts'
import { retrying } from './retrying.ts'

/** A database or an open transaction. Query functions take it first, so they cannot step outside the caller's transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export interface Connection {
  db: NodePgDatabase
  pool: pg.Pool
  close: () => Promise<void>
}

/** How long a statement may take, and, a little longer, how long a server may say nothing before it counts as away. */
export interface Patience {
  statementMs: number
  silentMs: number
  connections: number
}

/** For people's and nodes' calls: whoever waits is told within about five seconds that the database is away. */
const FOR_CALLS: Patience = { statementMs: 4_500, silentMs: 5_000, connections: 10 }

/** For sweeps and for what concerns all rows of a person: nobody looks on, and they take longer. */
export const FOR_LONG_WORK: Patience = { statementMs: 15_000, silentMs: 17_000, connections: 3 }

export function connect(
  databaseUrl: string,
  onError: (error: Error) => void,
  patience: Partial<Patience> = {},
): Connection {
  const { statementMs, silentMs, connections } = { ...FOR_CALLS, ...patience }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    // A caller is better told "try again" than left hanging while the database is away.
    connectionTimeoutMillis: 3_000,
    // Before it could be taken for silent: only one that is waited for can be.
    idleTimeoutMillis: silentMs - 1_000,
    statement_timeout: statementMs,
    // The same from the other side: what a lost process had locked is given back.
    idle_in_transaction_session_timeout: FOR_LONG_WORK.silentMs,
    application_name: 'infra-api',
  })
  pool.on('connect', (client) => {
    endWhenSilent(client, silentMs)
    // Breaks in the middle of a transaction: whoever asks next is told. Unheard, it would end the process.
    client.on('error', () => {})
  })
  // An idle connection that breaks (database restart) would otherwise end the process.
  pool.on('error', onError)
  retryStatements(pool)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}

/** What is asked outside of any transaction is a transaction by itself: one that met another in a deadlock is done again. */
function retryStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.query = ((...args: unknown[]) => retrying(() => query(...args))) as typeof pool.query
}

/** Of the database itself, never of an open transaction. */
export function poolOf(db: Db): pg.Pool {
  return (db as unknown as { $client: pg.Pool }).$client
}
