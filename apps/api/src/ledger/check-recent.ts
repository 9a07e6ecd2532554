import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { listProblems, noteProblems, PROBLEMS_MAX } from './books-problems.ts'
import { booksStep, type StepSize } from './books-step.ts'
import { findWrongBalances } from './check-balances.ts'
import { checkRecentEntries } from './check-entries.ts'
import { findWrongKeys } from './check-keys.ts'

const noteCheckedUntil = statement('note-checked-until', 'update ledger_state set events_until = $1')
const noteChecked = statement('note-checked', 'update ledger_state set checked_at = now()')

/**
 * Checks the entries since the last run: their events and accounts. The next run looks again at entries younger than ten minutes, since
 * lower numbers may still appear. Returns whether it reached the end.
 */
export async function checkRecent(db: Db, step: StepSize): Promise<boolean> {
  if ((await listProblems(db)).length >= PROBLEMS_MAX) return false
  let after: number | undefined
  let isSettled = true
  for (;;) {
    const part = await booksStep(db, async (tx, { checkedUntil }) => {
      const from = after ?? checkedUntil
      const recent = await checkRecentEntries(tx, from, from + step.entries)
      const balances = await findWrongBalances(tx, recent.accounts, step)
      const keys = await findWrongKeys(tx, recent.accounts)
      const hasPlace = await noteProblems(tx, [...recent.problems, ...balances, ...keys])
      if (hasPlace && isSettled && recent.settledUntil !== null)
        await noteCheckedUntil(tx, [recent.settledUntil])
      if (hasPlace && recent.isLast) await noteChecked(tx, [])
      return { ...recent, hasPlace, until: from + step.entries }
    })
    if (!part.hasPlace || part.isLast) return part.hasPlace
    isSettled &&= part.isSettled
    after = part.until
  }
}
