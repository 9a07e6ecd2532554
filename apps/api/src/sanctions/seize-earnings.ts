import { DAY_MS } from '@infra/trust/trust-rules'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'

/** The time for an appeal. */
const APPEAL_DAYS = 14

const AT_ONCE = 100

/** A banned node's earnings, or those of all nodes of a banned operator; only what wasn't paid out before. */
const seizeBatch = statement<{ id: string }>(
  'seize-earnings',
  `with due as (
    select s.id, s.node_id, a.id as account from sanctions s left join ledger_accounts a on a.address = s.operator
    where s.kind = 'banned' and s.lifted_at is null and s.seized is null and s.at <= $1
      and (s.appeal is null or s.answer is not null)
    order by s.id limit ${AT_ONCE} for update of s skip locked
  ),
  taken as (
    delete from pending_earnings e using due d
    where e.account = d.account and (d.node_id is null or e.node_id = d.node_id) returning d.id, e.account, e.amount
  ),
  sums as (select id, account, sum(amount) as amount from taken group by id, account),
  seized as (
    update ledger_accounts a set pending = a.pending - s.amount
    from (
      select l.id, s.amount from ledger_accounts l
      join (select account, sum(amount) as amount from sums group by account) s on s.account = l.id order by l.id for update of l
    ) s
    where a.id = s.id
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'seize:' || id, line, 'seize', lines.account, bucket, lines.amount
    from sums, lateral (values (1, sums.account, 'pending', -sums.amount), (2, null, 'audits', sums.amount))
      as lines (line, account, bucket, amount)
  )
  update sanctions set seized = coalesce((select amount from sums where sums.id = sanctions.id), 0)
  from due where sanctions.id = due.id returning sanctions.id`,
)

/** Seizes pending earnings of nodes and operators whose ban is older than the time for an appeal. */
export async function seizeEarnings({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - APPEAL_DAYS * DAY_MS)
  while ((await seizeBatch(db, [until])).length === AT_ONCE);
}

/** Returns what the ban took once it's lifted. Does nothing if the account was closed meanwhile. */
export const returnSeized = statement(
  'return-seized',
  `with due as (
    select s.id, s.seized, a.id as account from sanctions s join ledger_accounts a on a.address = s.operator
    where s.id = $1 and s.seized > 0 for update of a
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'unseize:' || id, line, 'unseize', lines.account, bucket, amount
    from due, lateral (values (1, due.account, 'available', due.seized), (2, null, 'audits', -due.seized))
      as lines (line, account, bucket, amount)
  )
  update ledger_accounts a set available = a.available + due.seized from due where a.id = due.account`,
)
