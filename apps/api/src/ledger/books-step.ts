import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { eachBucket, type Sums } from './account-buckets.ts'

/** Limits per statement, because the ledger may be of any size and a statement may take fifteen seconds. */
export interface StepSize {
  accounts: number
  entries: number
  /** How many lines a run checks at least. A ledger of ten million is checked completely within a day; a smaller one more often. */
  walkLines: number
}
export const STEP: StepSize = { accounts: 100, entries: 10_000, walkLines: 200_000 }

/** Any number, the same for every API process. */
const BOOKS_LOCK = 4_632_003

/** Without sequential scans, because for a short ledger PostgreSQL would prefer to read all of it at each step. */
const takeLock = statement<{ taken: boolean }>(
  'lock-books',
  `select pg_try_advisory_xact_lock($1) as taken, set_config('enable_seqscan', 'off', true)`,
)

export interface BooksState {
  drift: string | null
  /** All entries up to this number were checked, and no more of them can appear. */
  checkedUntil: number
  walkedAt: Date | null
  walkedEntry: number
  walkedAccount: number
  /** The account after `walkedAccount`, if only its entries up to this one have been added up; `entry` is 0 if there's none. */
  walking: Sums & { entry: number }
}

// As JSON, because the driver returns 64-bit numbers as text.
const readState = statement<{ state: BooksState; walkedAt: Date | null }>(
  'read-books-state',
  `select walked_at as "walkedAt", json_build_object(
    'drift', drift, 'checkedUntil', events_until, 'walkedEntry', walked_entry, 'walkedAccount', walked_account,
    'walking', json_build_object('entry', walking_entry, ${eachBucket((bucket) => `'${bucket}', walking_${bucket}`)})
  ) as state from ledger_state`,
)

/** Another process is checking the books. */
export class BooksBusy extends Error {}

/**
 * A step of the check, in its own transaction: a process that is killed loses one step, and the next run continues from what the last one
 * wrote. Only one process at a time may be in a step; another one gets `BooksBusy`.
 */
export function booksStep<T>(db: Db, work: (tx: Db, state: BooksState) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    const [lock] = await takeLock(tx, [BOOKS_LOCK])
    if (!lock!.taken) throw new BooksBusy()
    const [row] = await readState(tx, [])
    return work(tx, { ...row!.state, walkedAt: row!.walkedAt })
  })
}
