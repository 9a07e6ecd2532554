import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'

/** Any number, the same for every API process. */
const RECONCILE_LOCK = 4_632_003

/** Everything that must hold of the books at any moment; a row for each thing that does not. */
const findDrift = statement<{ problem: string }>(
  'find-drift',
  `select problem from (
    select 'event ' || event || ' adds up to ' || sum(amount) as problem
    from ledger_entries group by event having sum(amount) <> 0
    union all
    select 'account ' || a.id || ' shows ' || a.available || '/' || a.held || '/' || a.pending || ', its entries say '
      || coalesce(e.available, 0) || '/' || coalesce(e.held, 0) || '/' || coalesce(e.pending, 0)
    from ledger_accounts a left join (
      select account, coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
        coalesce(sum(amount) filter (where bucket = 'held'), 0) as held,
        coalesce(sum(amount) filter (where bucket = 'pending'), 0) as pending
      from ledger_entries where account is not null group by account
    ) e on e.account = a.id
    where (a.available, a.held, a.pending) is distinct from
      (coalesce(e.available, 0), coalesce(e.held, 0), coalesce(e.pending, 0))
    union all
    select 'account ' || a.id || ' holds ' || a.held || ', its open jobs cost ' || coalesce(j.price, 0)
    from ledger_accounts a left join (
      select payer, sum(price) as price from jobs where status in ('queued', 'running') group by payer
    ) j on j.payer = a.id
    where a.held <> coalesce(j.price, 0)
  ) drift limit 20`,
)

const noteResult = statement('note-drift', 'update ledger_state set drift = $1, checked_at = now()')

/** What operators earned while the books were in doubt becomes theirs. */
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
 * Checks the books against themselves and against the jobs. Where they differ, operators' earnings wait until a person has
 * looked and the check finds nothing again. One process at a time; the others have nothing to add. Answers what it found.
 */
export function reconcile(db: Db): Promise<string[]> {
  return transaction(db, async (tx) => {
    const [lock] = await takeLock(tx, [RECONCILE_LOCK])
    if (!lock!.taken) return []
    // One picture of all tables, however long it takes and whatever is written meanwhile.
    const problems = (await findDrift(tx, [])).map(({ problem }) => problem)
    await noteResult(tx, [problems.length > 0 ? problems.join('; ') : null])
    if (problems.length === 0) await releasePending(tx, [Date.now()])
    return problems
  })
}

const takeLock = statement<{ taken: boolean }>(
  'reconcile-lock',
  'select pg_try_advisory_xact_lock($1) as taken',
)
