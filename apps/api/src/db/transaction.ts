import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type Db, poolOf } from './client.ts'
import { constraintOf, sqlStateOf } from './sql-state.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/** What was read before the account was closed no longer holds; read again, it is told so. */
const CLOSED_MEANWHILE = 'ledger_accounts_closed_means_empty'

const RETRIES_MAX = 3
const RETRY_DELAY_MS = 20

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

/** The same for work that is a single statement, which is a transaction by itself. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthRetrying(error)) throw error
      if (retries === RETRIES_MAX) throw tooBusy(error)
    }
    // Of random length, so that the two that met do not meet again.
    await wait(RETRY_DELAY_MS * (retries + Math.random()))
  }
}

function isWorthRetrying(error: unknown): boolean {
  const isYielding = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(sqlStateOf(error) ?? '')
  return isYielding || constraintOf(error) === CLOSED_MEANWHILE
}

function tooBusy(cause: unknown): Refusal {
  return new Refusal(
    'dependency_unavailable',
    'Too many are changing the same thing at once. Try again shortly.',
    {
      cause,
      retryAfterSeconds: 1,
    },
  )
}
