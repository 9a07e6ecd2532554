import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from './client.ts'
import { sqlStateOf } from './sql-state.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

const RETRIES_MAX = 3
const RETRY_DELAY_MS = 20

/**
 * All of `work` or nothing. Where PostgreSQL gives another transaction the way, ours starts again from the top, so
 * `work` may run several times: it must do nothing but talk to `tx`. `db` is the database, never an open transaction:
 * a part of one cannot start again.
 */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retrying(() => db.transaction(work))
}

/** The same for work that is a single statement, which is a transaction by itself. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      if (![SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(sqlStateOf(error) ?? '')) throw error
      if (retries === RETRIES_MAX) throw tooBusy(error)
    }
    // Of random length, so that the two that met do not meet again.
    await wait(RETRY_DELAY_MS * (retries + Math.random()))
  }
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
