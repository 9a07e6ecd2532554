import type pg from 'pg'
import type { Db } from './client.ts'

/**
 * A hot statement in plain SQL: PostgreSQL plans it once per connection, by its name, which halves its cost. Takes the database or an open
 * transaction, like every query.
 */
export function statement<Row extends pg.QueryResultRow>(name: string, text: string) {
  return async (db: Db, values: unknown[]): Promise<Row[]> => {
    const { rows } = await clientOf(db).query<Row>({ name, text, values })
    return rows
  }
}

/**
 * A `with` query to add to a statement, so that it doesn't wait until its writes are on disk; a database that crashes at that moment loses
 * them. For writes that do no harm when lost; any later synchronous commit flushes them too.
 */
export const asyncCommit = `asyncCommit as (select set_config('synchronous_commit', 'off', true))`

/** Drizzle can't name a statement that it didn't build; its session has the pool, or the transaction's client. */
function clientOf(db: Db): pg.Pool | pg.PoolClient {
  return (db as unknown as { session: { client: pg.Pool | pg.PoolClient } }).session.client
}
