import { drizzle } from 'drizzle-orm/node-postgres'
import { type Db, poolOf } from './client.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/**
 * All of `work` or nothing. If PostgreSQL prefers another transaction, this one starts again from the top, so `work` may run several times
 * and must do nothing but query `tx`. `db` is the database, never an open transaction, because a part of a transaction can't start again.
 */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retryOnConflict(() => onOneConnection(db, work))
}

/** Drizzle's own transactions never release their connection if `begin` fails; after ten such failures the pool would stay empty. */
async function onOneConnection<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await poolOf(db).connect()
  try {
    return await drizzle(client).transaction(work)
  } finally {
    // A broken connection doesn't go back into the pool.
    client.release()
  }
}
