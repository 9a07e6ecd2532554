import { drizzle } from 'drizzle-orm/node-postgres'
import { type Db, poolOf } from './client.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/**
 * All of `work` or nothing. Where PostgreSQL prefers another transaction, this one starts again from the top, so `work` may run
 * several times: it must do nothing but query `tx`. `db` is the database, never an open transaction: a part of a transaction cannot
 * start again.
 */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retryOnConflict(() => onOneConnection(db, work))
}

/**
 * Drizzle's own transactions never release their connection where `begin` fails: after ten such failures the pool would be empty for
 * good.
 */
async function onOneConnection<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await poolOf(db).connect()
  try {
    return await drizzle(client).transaction(work)
  } finally {
    // A broken connection does not go back into the pool.
    client.release()
  }
}
