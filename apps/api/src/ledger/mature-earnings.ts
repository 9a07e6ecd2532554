import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

const { pendingMs, pendingMsMax, pendingResults } = TRUST_RULES
const ago = (ms: number) => `now() - interval '${ms / 1000} seconds'`

/** SQL: whether the node that earned it isn't known well enough in that app, or is watched there. */
export const IS_HELD = `exists (
        select from nodes n join trust_records t on t.node_id = n.id
        where n.id = e.node_id and n.levels is not null and (t.level in ('new', 'probation') or t.watched)
          and t.app_id = e.app_id
      )`

const PER_ACCOUNT = 100
const AT_ONCE = 1_000

/**
 * Only the oldest earnings of an account can be paid out, so that the index of its earnings is read no further than them. Deleting the row
 * is the lock: if two processes find it, one pays it. Nothing is paid while the books are in doubt, nor to an operator while a moderator's
 * decision against them is in force.
 */
const matureBatch = statement<{ paid: number }>(
  'mature-earnings',
  `with recursive earning as (
    -- The accounts with earnings, one look into the index each.
    (select account from pending_earnings order by account limit 1)
    union all
    select (select account from pending_earnings where account > e.account order by account limit 1)
    from earning e where e.account is not null
  ),
  earners as (
    select a.id, a.results from earning join ledger_accounts a on a.id = earning.account, ledger_state
    where drift is null
      and not exists (select from sanctions s where s.operator = a.address and s.lifted_at is null)
  ),
  mature as (
    select e.job_id from earners a cross join lateral (
      select job_id from pending_earnings e
      where account = a.id and not ${IS_HELD} and at < ${ago(pendingMs)}
        and (number <= a.results - ${pendingResults} or at < ${ago(pendingMsMax)})
      order by number limit ${PER_ACCOUNT}
    ) e limit ${AT_ONCE}
  ),
  taken as (
    delete from pending_earnings where job_id in (select job_id from mature) returning job_id, account, amount
  ),
  paid as (
    update ledger_accounts a set pending = a.pending - s.amount, available = a.available + s.amount
    from (
      select l.id, s.amount from ledger_accounts l
      join (select account, sum(amount) as amount from taken group by account) s on s.account = l.id order by l.id for update of l
    ) s
    where a.id = s.id
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
    select 'mature:' || job_id, line, 'release', account, bucket, lines.amount, job_id
    from taken, lateral (values (1, 'pending', -taken.amount), (2, 'available', taken.amount)) as lines (line, bucket, amount)
  )
  select count(*)::int as paid from taken`,
)

/** Pays out the earnings that have waited long enough. */
export async function matureEarnings(db: Db): Promise<void> {
  while ((await matureBatch(db, []))[0]!.paid > 0);
}
