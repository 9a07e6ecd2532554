import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** Per statement: the ledger may be of any size, and a statement may take fifteen seconds. */
export interface StepSize {
  accounts: number
  entries: number
}
export const STEP: StepSize = { accounts: 100, entries: 10_000 }

/** Reported at most; the rest is reported once these are corrected. */
export const PROBLEMS_MAX = 20

/**
 * The number of an entry is taken before its transaction commits, so a lower one may appear after a higher. Transactions last
 * seconds: what is older than this has all appeared.
 */
const SETTLED = `interval '10 minutes'`

interface AccountCheck {
  account: string
  problem: string | null
  /** Whether it has more new entries than one step adds up. */
  isBehind: boolean
}

/**
 * Adds the new entries to the stored sums, and compares them with the balances of the accounts and with their open jobs. The sums that
 * are stored then go up to the last entry before which no entry can still appear.
 */
const checkAccounts = statement<AccountCheck>(
  'check-accounts',
  `with part as (
    select a.id, a.available, a.held, a.pending, coalesce(s.entry, 0) as entry, coalesce(s.available, 0) as sum_available,
      coalesce(s.held, 0) as sum_held, coalesce(s.pending, 0) as sum_pending
    from ledger_accounts a left join ledger_sums s on s.account = a.id
    where a.id > $1 order by a.id limit $2
  ),
  checked as (
    select p.*, coalesce(n.count, 0) >= $3 as behind,
      p.sum_available + coalesce(n.available, 0) as all_available, p.sum_held + coalesce(n.held, 0) as all_held,
      p.sum_pending + coalesce(n.pending, 0) as all_pending,
      n.old_entry, n.old_available, n.old_held, n.old_pending, coalesce(j.price, 0) as open_price
    from part p
    cross join lateral (
      select count(*) as count,
        sum(amount) filter (where bucket = 'available') as available,
        sum(amount) filter (where bucket = 'held') as held,
        sum(amount) filter (where bucket = 'pending') as pending,
        max(id) filter (where old) as old_entry,
        coalesce(sum(amount) filter (where old and bucket = 'available'), 0) as old_available,
        coalesce(sum(amount) filter (where old and bucket = 'held'), 0) as old_held,
        coalesce(sum(amount) filter (where old and bucket = 'pending'), 0) as old_pending
      from (
        select id, bucket, amount, max(at) over (order by id) < now() - ${SETTLED} as old
        from ledger_entries where account = p.id and id > p.entry order by id limit $3
      ) entries
    ) n
    cross join lateral (
      select sum(price) as price from jobs where payer = p.id and status in ('queued', 'running')
    ) j
  ),
  kept as (
    insert into ledger_sums (account, entry, available, held, pending)
    select id, old_entry, sum_available + old_available, sum_held + old_held, sum_pending + old_pending
    from checked where old_entry is not null
    on conflict (account) do update set entry = excluded.entry, available = excluded.available, held = excluded.held,
      pending = excluded.pending
  )
  select id as account, behind and old_entry is not null as "isBehind", case
    when behind then null
    when (available, held, pending) is distinct from (all_available, all_held, all_pending) then
      'account ' || id || ' shows ' || available || '/' || held || '/' || pending || ', its entries say '
        || all_available || '/' || all_held || '/' || all_pending
    when held <> open_price then 'account ' || id || ' holds ' || held || ', its open jobs cost ' || open_price
  end as problem
  from checked order by id`,
)

/** Every account, a few at a time. */
export async function findWrongAccounts(tx: Db, step: StepSize): Promise<string[]> {
  const problems: string[] = []
  let after = '0'
  while (problems.length < PROBLEMS_MAX) {
    const rows = await checkAccounts(tx, [after, step.accounts, step.entries])
    if (rows.length === 0) break
    // An account that is behind is checked again, with those after it.
    const behind = rows.findIndex(({ isBehind }) => isBehind)
    const done = behind === -1 ? rows : rows.slice(0, behind)
    problems.push(...done.flatMap(({ problem }) => problem ?? []))
    if (done.length > 0) after = done.at(-1)!.account
  }
  return problems.slice(0, PROBLEMS_MAX)
}

interface RecentEvents {
  until: string
  settledUntil: string | null
  problems: string[] | null
  isLast: boolean
}

const checkRecent = statement<RecentEvents>(
  'check-recent-events',
  `with recent as (
    select id, event, max(at) over (order by id) < now() - ${SETTLED} as old
    from ledger_entries where id > $1 and id <= $1::bigint + $2::bigint
  ),
  wrong as (
    select 'event ' || event || ' adds up to ' || total as problem from (select distinct event from recent) events
    cross join lateral (select sum(amount) as total from ledger_entries e where e.event = events.event) sums
    where total <> 0 limit ${PROBLEMS_MAX}
  )
  select $1::bigint + $2::bigint as until, max(id) filter (where old) as "settledUntil",
    $1::bigint + $2::bigint >= pg_sequence_last_value('ledger_entries_id_seq') as "isLast",
    (select array_agg(problem) from wrong) as problems from recent`,
)

/** Checks the events with new entries. Returns also up to which entry. */
export async function findWrongRecent(
  tx: Db,
  since: string,
  step: StepSize,
): Promise<{ problems: string[]; settledUntil: string }> {
  const problems: string[] = []
  let [after, settledUntil] = [since, since]
  for (;;) {
    const [recent] = await checkRecent(tx, [after, step.entries])
    problems.push(...(recent!.problems ?? []))
    // A problem is reported again until it is corrected.
    if (problems.length === 0) settledUntil = recent!.settledUntil ?? settledUntil
    if (recent!.isLast || problems.length >= PROBLEMS_MAX) {
      return { problems: problems.slice(0, PROBLEMS_MAX), settledUntil }
    }
    after = recent!.until
  }
}
