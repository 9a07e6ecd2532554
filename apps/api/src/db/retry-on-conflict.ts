import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'
import { constraintOf, sqlStateOf } from './sql-state.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/** The account was closed, or a limit was used up, after it was read. The second try finds that out. */
const CHANGED_MEANWHILE = [
  'ledger_accounts_closed_means_empty',
  'subsidies_by_payer_bound',
  'subsidies_by_day_bound',
]

const RETRIES_MAX = 3
const RETRY_DELAY_MS = 20

/** Runs `work` again if PostgreSQL preferred another transaction. `work` must have no effects when it fails. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthRetrying(error)) throw error
      if (retries === RETRIES_MAX) throw tooBusy(error)
    }
    // A random pause, so that the two don't collide again.
    await wait(RETRY_DELAY_MS * (retries + Math.random()))
  }
}

function isWorthRetrying(error: unknown): boolean {
  const isYielding = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(sqlStateOf(error) ?? '')
  return isYielding || CHANGED_MEANWHILE.includes(constraintOf(error) ?? '')
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
