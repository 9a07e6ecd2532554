import type { Db } from '../db/client.ts'
import { listProblems, type Problem, renewDrift, renewProblem } from './books-problems.ts'
import { BooksBusy, type BooksState, booksStep, STEP, type StepSize } from './books-step.ts'
import { findWrongBalances } from './check-balances.ts'
import { findWrongEvent } from './check-entries.ts'
import { findWrongKey } from './check-keys.ts'
import { checkRecent } from './check-recent.ts'
import { findWrongSums } from './check-sums.ts'
import { walkBooks } from './walk-books.ts'

/**
 * Checks the books against themselves and against the jobs: earlier problems, entries since the last run, and the next part of the whole
 * ledger. Only that part grows with the ledger, beyond ten million lines. If something is wrong, operators' earnings are on hold until it's
 * corrected. Only one process at a time does it. Returns what is wrong.
 */
export async function reconcile(db: Db, step = STEP): Promise<string[]> {
  try {
    await recheckProblems(db, step)
    if (await checkRecent(db, step)) await walkBooks(db, step)
    return await conclude(db)
  } catch (error) {
    // Everything found so far is stored, and the other process continues from there.
    if (error instanceof BooksBusy) return []
    throw error
  }
}

/** Includes accounts that nothing touches any more: every run reports a problem until it's corrected. */
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
  key: (tx, { key }) => findWrongKey(tx, key),
  earlier: async (_tx, { problem, foundAt, state }) =>
    state.walkedAt && state.walkedAt > foundAt ? undefined : { problem },
}

function conclude(db: Db): Promise<string[]> {
  return booksStep(db, async (tx) => {
    await renewDrift(tx)
    return (await listProblems(tx)).map(({ problem }) => problem)
  })
}
