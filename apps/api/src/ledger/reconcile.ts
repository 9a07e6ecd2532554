import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { listProblems, type Problem, renewDrift, renewProblem } from './books-problems.ts'
import { BooksBusy, type BooksState, booksStep, STEP, type StepSize } from './books-step.ts'
import { findWrongBalances } from './check-balances.ts'
import { findWrongEvent } from './check-entries.ts'
import { checkRecent } from './check-recent.ts'
import { findWrongSums } from './check-sums.ts'
import { walkBooks } from './walk-books.ts'

/**
 * Checks the books against themselves and against the jobs: what was wrong before, what came since the last time, and a further part of
 * all that was ever written. It costs the same however large the ledger is. Where something is wrong, operators' earnings wait until it is
 * corrected. One process at a time does it. Returns what is wrong.
 */
export async function reconcile(db: Db, step = STEP): Promise<string[]> {
  try {
    await recheckProblems(db, step)
    if (await checkRecent(db, step)) await walkBooks(db, step)
    return await conclude(db)
  } catch (error) {
    // Whatever it found is written down, and the other process goes on from there.
    if (error instanceof BooksBusy) return []
    throw error
  }
}

/** Also those of accounts that nothing touches any more: what is wrong is reported by every run until it is corrected. */
async function recheckProblems(db: Db, step: StepSize): Promise<void> {
  for (const problem of await listProblems(db)) {
    await booksStep(db, async (tx, state) => {
      const found = await recheck[problem.kind](tx, { ...problem, step, state })
      await renewProblem(tx, problem, found?.problem)
    })
  }
}

interface Recheck {
  key: string
  problem: string
  foundAt: Date
  step: StepSize
  state: BooksState
}

const recheck: Record<
  Problem['kind'],
  (tx: Db, found: Recheck) => Promise<Pick<Problem, 'problem'> | undefined>
> = {
  event: (tx, { key }) => findWrongEvent(tx, key),
  balance: async (tx, { key, step }) => (await findWrongBalances(tx, [key], step))[0],
  sums: (tx, { key, step }) => findWrongSums(tx, key, step),
  earlier: async (_tx, { problem, foundAt, state }) =>
    state.walkedAt && state.walkedAt > foundAt ? undefined : { problem },
}

const RELEASED_AT_ONCE = 1_000

/** Pays out what operators earned while the books had a problem. */
const releasePending = statement<{ id: string }>(
  'release-pending',
  `with waiting as (
    select id, pending from ledger_accounts where pending > 0 order by id limit ${RELEASED_AT_ONCE} for update
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'release:' || $1 || ':' || w.id, line, 'release', w.id, bucket, amount
    from waiting w, lateral (values (1, 'pending', -w.pending), (2, 'available', w.pending)) as lines (line, bucket, amount)
  )
  update ledger_accounts a set pending = 0, available = a.available + w.pending from waiting w where a.id = w.id
  returning a.id`,
)

async function conclude(db: Db): Promise<string[]> {
  for (;;) {
    const { problems, released } = await booksStep(db, async (tx) => {
      await renewDrift(tx)
      const found = await listProblems(tx)
      return {
        problems: found.map(({ problem }) => problem),
        released: found.length > 0 ? 0 : (await releasePending(tx, [Date.now()])).length,
      }
    })
    if (released < RELEASED_AT_ONCE) return problems
  }
}
