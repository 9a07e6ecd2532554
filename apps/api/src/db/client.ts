import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { clientClass } from './client-class.ts'
import { closeWhenIdle } from './close-when-idle.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/**
 * A database or an open transaction. Query functions take it as their first parameter, so they can't run outside the caller's transaction.
 */
export type Db = PgDatabase<NodePgQueryResultHKT>

export interface Connection {
  db: NodePgDatabase
  pool: pg.Pool
  close: () => Promise<void>
}

/** How long a statement may take and, a little longer, how long the server may be silent before the connection counts as broken. */
export interface Timeouts {
  statementMs: number
  silentMs: number
}

interface Options extends Timeouts {
  /** The maximum number of connections. */
  connections: number
  /** Its name in `pg_stat_activity`. */
  name: string
}

/** For a program that does one thing. */
const CONNECTIONS = 2

/** For calls of people and nodes, which are refused within about five seconds when the database is unavailable. */
const FOR_CALLS: Timeouts = { statementMs: 4_500, silentMs: 5_000 }

/** For sweeps and for work on all of a person's rows, which takes longer and which nobody waits for. */
export const FOR_LONG_WORK: Timeouts = { statementMs: 15_000, silentMs: 17_000 }

export function connect(
  databaseUrl: string,
  onError: (error: Error) => void,
  options: Partial<Options> = {},
): Connection {
  const { statementMs, silentMs, connections, name } = {
    ...FOR_CALLS,
    connections: CONNECTIONS,
    name: 'infra-api',
    ...options,
  }
  const pool = new pg.Pool({
    Client: clientClass(databaseUrl),
    max: connections,
    // Refuse with "try again" rather than let the caller wait while the database is unavailable.
    connectionTimeoutMillis: 3_000,
    // Below the silence limit, because only a connection with a pending query can count as silent.
    idleTimeoutMillis: silentMs - 1_000,
    statement_timeout: statementMs,
    // The same on the server's side: it ends the transactions of a lost process, and their locks.
    idle_in_transaction_session_timeout: FOR_LONG_WORK.silentMs,
    application_name: name,
  })
  pool.on('connect', (client) => closeWhenIdle(client, silentMs))
  // An idle connection that breaks (database restart) would otherwise end the process.
  pool.on('error', onError)
  retryStatements(pool)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}

/** A query outside of a transaction is a transaction of its own, so it can be retried after a deadlock. */
function retryStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.query = ((...args: unknown[]) => retryOnConflict(() => query(...args))) as typeof pool.query
}

/** The pool behind a database. Doesn't work for an open transaction. */
export function poolOf(db: Db): pg.Pool {
  return (db as unknown as { $client: pg.Pool }).$client
}
