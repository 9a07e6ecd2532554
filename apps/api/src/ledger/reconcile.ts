import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { findWrongAccounts, findWrongRecent, PROBLEMS_MAX, STEP } from './check-books.ts'
import { walkBooks } from './walk-books.ts'

/** Any number, the same for every API process. */
const RECONCILE_LOCK = 4_632_003

const readState = statement<{ since: string; account: string; event: string }>(
  'read-books-state',
  'select events_until as since, walked_account as account, walked_event as event from ledger_state',
)

const noteResult = statement(
  'note-drift',
  `update ledger_state set drift = $1, checked_at = now(), events_until = $2, walked_account = $3, walked_event = $4,
    walked_at = case when $5 then now() else walked_at end`,
)

/** Pays out what operators earned while the books had a problem. */
const releasePending = statement<{ id: string }>(
  'release-pending',
  `with waiting as (select id, pending from ledger_accounts where pending > 0 order by id for update),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'release:' || $1 || ':' || w.id, line, 'release', w.id, bucket, amount
    from waiting w, lateral (values (1, 'pending', -w.pending), (2, 'available', w.pending)) as lines (line, bucket, amount)
  )
  update ledger_accounts a set pending = 0, available = a.available + w.pending from waiting w where a.id = w.id
  returning a.id`,
)

/**
 * Checks the books against themselves and against the jobs: what came since the last time, every balance, and a further part of
 * all that was ever written, in steps that cost the same however large the ledger is. Where something differs, operators'
 * earnings wait until a person has looked and the check finds nothing any more. One process at a time does it. Returns the
 * problems that it found.
 */
export function reconcile(db: Db, step = STEP): Promise<string[]> {
  return transaction(db, async (tx) => {
    const [lock] = await takeLock(tx, [RECONCILE_LOCK])
    if (!lock!.taken) return []
    const [state] = await readState(tx, [])
    const recent = await findWrongRecent(tx, state!.since, step)
    const wrong = await findWrongAccounts(tx, step)
    const walked = await walkBooks(tx, state!, step)
    const problems = [...new Set([...recent.problems, ...wrong, ...walked.problems])].slice(0, PROBLEMS_MAX)
    const drift = problems.length > 0 ? problems.join('; ') : null
    const { account, event } = walked.walk
    await noteResult(tx, [drift, recent.settledUntil, account, event, walked.isRound])
    if (drift === null) await releasePending(tx, [Date.now()])
    return problems
  })
}

const takeLock = statement<{ taken: boolean }>(
  'reconcile-lock',
  'select pg_try_advisory_xact_lock($1) as taken',
)
