import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A database or an open transaction. Query functions take it first, so they cannot step outside the caller's transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export interface Connection {
  db: NodePgDatabase
  pool: pg.Pool
  close: () => Promise<void>
}

export function connect(databaseUrl: string, onError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    // A caller is better told "try again" than left hanging while the database is away.
    connectionTimeoutMillis: 3_000,
    statement_timeout: 15_000,
    // A little longer: for a server that fell silent and cannot even say that it took too long.
    query_timeout: 17_000,
    application_name: 'infra-api',
  })
  // An idle connection that breaks (database restart) would otherwise end the process.
  pool.on('error', onError)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
