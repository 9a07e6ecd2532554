import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { ACCOUNT_BUCKETS } from './account-buckets.ts'
import { noteProblems } from './books-problems.ts'
import { type BooksState, booksStep, type StepSize } from './books-step.ts'
import { findWrongBalances } from './check-balances.ts'
import { checkOldEntries } from './check-entries.ts'
import { findWrongKeys } from './check-keys.ts'
import { checkSums } from './check-sums.ts'

/** With a run every ten minutes, this leaves a quarter of the day for runs that fail. */
const RUNS_PER_ROUND = 108

/** The cost of checking an account in addition to its lines, in lines. */
const LINES_PER_ACCOUNT = 10

const selectSize = statement<{ entries: number; accounts: number }>(
  'ledger-size',
  `select coalesce(pg_sequence_last_value('ledger_entries_id_seq'), 0)::float8 as entries,
    coalesce(pg_sequence_last_value('ledger_accounts_id_seq'), 0)::float8 as accounts`,
)

/**
 * Continues the slow walk through the whole ledger where the last run stopped: each event adds up to zero, each account's entries add up to
 * its stored sums, and its balance and holds are right. Each run checks a part large enough to finish a round within a day. Stops this run
 * at a problem.
 */
export async function walkBooks(db: Db, step: StepSize): Promise<void> {
  const [size] = await selectSize(db, [])
  const round = 2 * size!.entries + LINES_PER_ACCOUNT * size!.accounts
  const lines = Math.max(step.walkLines, Math.ceil(round / RUNS_PER_ROUND))
  let isWholeRound = false
  for (let walked = 0; walked < lines; ) {
    const part = await booksStep(db, (tx, state) => walkPart(tx, state, step))
    if (part.end === 'problem' || (part.end === 'round' && isWholeRound)) return
    walked += part.lines
    // A ledger that takes a single run isn't walked twice.
    isWholeRound ||= part.end === 'round' || part.isFirst
  }
}

interface Part {
  lines: number
  isFirst: boolean
  end?: 'problem' | 'round'
}

async function walkPart(tx: Db, state: BooksState, step: StepSize): Promise<Part> {
  const { walkedEntry, walkedAccount, walking } = state
  const isFirst = walkedEntry + walkedAccount + walking.entry === 0
  const walk = walkedEntry < state.checkedUntil ? walkEntries : walkAccounts
  return { ...(await walk(tx, state, step)), isFirst }
}

const noteEntries = statement('note-walked-entries', 'update ledger_state set walked_entry = $1')

async function walkEntries(
  tx: Db,
  { walkedEntry, checkedUntil }: BooksState,
  step: StepSize,
): Promise<Omit<Part, 'isFirst'>> {
  const to = Math.min(walkedEntry + step.entries, checkedUntil)
  const { lines, problems } = await checkOldEntries(tx, walkedEntry, to)
  if (await noteProblems(tx, problems)) await noteEntries(tx, [to])
  return { lines, ...(problems.length > 0 && { end: 'problem' }) }
}

const noteAccounts = statement(
  'note-walked-accounts',
  `update ledger_state set walked_account = $1, walking_entry = $2,
    ${ACCOUNT_BUCKETS.map((bucket, place) => `walking_${bucket} = $${place + 3}`).join(', ')}`,
)

const noteRound = statement(
  'note-walked-round',
  'update ledger_state set walked_entry = 0, walked_account = 0, walked_at = now()',
)

async function walkAccounts(tx: Db, state: BooksState, step: StepSize): Promise<Omit<Part, 'isFirst'>> {
  const { done, walking, lines, problems } = await checkSums(tx, state, step)
  if (done.length === 0 && walking.entry === 0) {
    await noteRound(tx, [])
    return { lines: 0, end: 'round' }
  }
  problems.push(...(await findWrongBalances(tx, done, step)), ...(await findWrongKeys(tx, done)))
  if (await noteProblems(tx, problems)) {
    const sums = ACCOUNT_BUCKETS.map((bucket) => walking[bucket])
    await noteAccounts(tx, [done.at(-1) ?? state.walkedAccount, walking.entry, ...sums])
  }
  return {
    lines: lines + LINES_PER_ACCOUNT * done.length,
    ...(problems.length > 0 && { end: 'problem' }),
  }
}
