import { drizzle } from 'drizzle-orm/node-postgres'
import { type Db, poolOf } from './client.ts'
import { retrying } from './retrying.ts'

/**
 * All of `work` or nothing. Where PostgreSQL gives another transaction the way, ours starts again from the top, so
 * `work` may run several times: it must do nothing but talk to `tx`. `db` is the database, never an open transaction:
 * a part of one cannot start again.
 */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retrying(() => onOneConnection(db, work))
}

/**
 * Drizzle's own way of taking a connection for a transaction never gives it back where the first word, `begin`, fails:
 * after ten of those in a bad moment the pool would be empty for good.
 */
async function onOneConnection<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await poolOf(db).connect()
  try {
    return await drizzle(client).transaction(work)
  } finally {
    // One that is broken is not kept.
    client.release()
  }
}
