import { statement } from '../db/statement.ts'
import { giveBackToKeys } from './movements.ts'

/**
 * Reverses the payment of a wrong result: the person gets its cost back, the network its fee, subsidy and grants, and the operator loses
 * the earnings. What was already paid out comes from the budget for checks. Once per job; nothing if it was free.
 */
export const voidResult = statement<{ refunded: number }>(
  'void-result',
  `with job as (
    select j.id, j.payer, j.charged, j.key_id, j.key_day from jobs j
    where j.id = $1 and j.status = 'finished' and j.charged > 0
      and not exists (select from ledger_entries where event = 'void:' || j.id)
    for update
  ),
  settled as (
    select e.account, e.bucket, e.amount from job join ledger_entries e on e.event = 'settle:' || job.id
    where e.bucket in ('pending', 'fees', 'grants', 'subsidy')
  ),
  amounts as (
    select job.*, coalesce((select amount from settled where bucket = 'grants'), 0) as granted,
      (select account from settled where bucket = 'pending') as operator
    from job
  ),
  unpaid as (
    delete from pending_earnings p using job where p.job_id = job.id returning p.account, p.amount
  ),
  lines as (
    select row_number() over ()::int as line, account, bucket, amount, key_id from (
      select payer as account, 'granted' as bucket, granted as amount, key_id from amounts
      union all select payer, 'available', charged - granted, key_id from amounts
      union all select null, bucket, -amount, null from settled where bucket <> 'pending'
      union all select account, 'pending', -amount, null from unpaid
      union all select null, 'audits', -(s.amount - coalesce((select amount from unpaid), 0)), null from settled s where s.bucket = 'pending'
    ) all_lines where amount <> 0
  ),
  moved as (
    update ledger_accounts a set granted = a.granted + l.granted, available = a.available + l.available, pending = a.pending + l.pending
    from (
      select a.id, coalesce(sum(amount) filter (where bucket = 'granted'), 0) as granted,
        coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
        coalesce(sum(amount) filter (where bucket = 'pending'), 0) as pending
      from (
        select id from ledger_accounts where id in (select account from lines where account is not null) order by id for update
      ) a join lines l on l.account = a.id group by a.id
    ) l where a.id = l.id
    returning a.id
  ),
  ${giveBackToKeys('select key_id, key_day, charged as amount from amounts', 'moved')},
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, key_id)
    select 'void:' || $1::uuid, line, case when bucket = 'pending' then 'voided' else 'void' end, account, bucket, amount, $1, key_id from lines
  )
  update jobs set charged = 0, earned = 0 from amounts where jobs.id = amounts.id returning amounts.charged::int as refunded`,
)

/** Takes a fine from the operator's pending earnings, newest first, at most what is there. Returns the amount. */
export const takeFine = statement<{ fine: number }>(
  'take-fine',
  `with account as (select id, pending from ledger_accounts where id = $2 for update),
  fine as (select id, least(pending, $3::bigint) as amount from account),
  earnings as (
    select p.job_id, p.amount, sum(p.amount) over (order by p.number desc, p.job_id) - p.amount as before
    from pending_earnings p join fine on fine.id = p.account
  ),
  gone as (
    delete from pending_earnings p using earnings e, fine where p.job_id = e.job_id and e.before + e.amount <= fine.amount
  ),
  less as (
    update pending_earnings p set amount = e.before + e.amount - fine.amount from earnings e, fine
    where p.job_id = e.job_id and e.before < fine.amount and e.before + e.amount > fine.amount
  ),
  moved as (
    update ledger_accounts a set pending = a.pending - fine.amount from fine where a.id = fine.id
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'fine:' || $1::uuid, line, 'fine', lines.account, bucket, lines.amount from fine,
      lateral (values (1, fine.id, 'pending', -fine.amount), (2, null, 'audits', fine.amount)) as lines (line, account, bucket, amount)
    where lines.amount <> 0
  )
  select coalesce((select amount from fine), 0)::int as fine`,
)

/** Returns a fine that was taken for a strike that is withdrawn. */
export const returnFine = statement(
  'return-fine',
  `with moved as (update ledger_accounts set available = available + $3::bigint where id = $2 returning id)
  insert into ledger_entries (event, line, kind, account, bucket, amount)
  select 'unfine:' || $1::uuid, line, 'unfine', lines.account, bucket, lines.amount from moved,
    lateral (values (1, moved.id, 'available', $3::bigint), (2, null, 'audits', -$3::bigint)) as lines (line, account, bucket, amount)`,
)
