import type pg from 'pg'
import type { Db } from './client.ts'

/**
 * A hot statement in plain SQL: PostgreSQL plans it once a connection, by its name, which halves what it costs. Takes the
 * database or an open transaction, like every query.
 */
export function statement<Row extends pg.QueryResultRow>(name: string, text: string) {
  return async (db: Db, values: unknown[]): Promise<Row[]> => {
    const { rows } = await clientOf(db).query<Row>({ name, text, values })
    return rows
  }
}

/**
 * A `with` query, to be joined: the statement does not wait until its writes are on disk, and a database that crashes at that moment
 * loses them. For writes that do no harm when lost; any later synchronous commit flushes them too.
 */
export const asyncCommit = `asyncCommit as (select set_config('synchronous_commit', 'off', true))`

/** Drizzle has no way to name a statement that it did not build; its session holds the pool, or the transaction's client. */
function clientOf(db: Db): pg.Pool | pg.PoolClient {
  return (db as unknown as { session: { client: pg.Pool | pg.PoolClient } }).session.client
}
