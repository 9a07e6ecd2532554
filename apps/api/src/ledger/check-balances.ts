import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { eachBucket } from './account-buckets.ts'
import type { Problem } from './books-problems.ts'
import type { StepSize } from './books-step.ts'
import { SETTLED } from './check-entries.ts'

interface AccountCheck {
  account: string
  problem: string | null
  /** It has at least as many new entries as were requested, and so wasn't compared. */
  isBehind: boolean
  /** The stored sums of at least one account were advanced. */
  wasAdvanced: boolean
}

/**
 * Adds the new entries to the stored sums, and compares the result with the accounts' balances and open jobs, in one snapshot. The stored
 * sums then include everything up to the last entry before which no entry can still appear.
 */
const checkAccounts = statement<AccountCheck>(
  'check-accounts',
  `with part as (
    select a.id, coalesce(s.entry, 0) as entry,
      ${eachBucket((bucket) => `a.${bucket}, coalesce(s.${bucket}, 0) as sum_${bucket}`)}
    from unnest($1::bigint[]) wanted (id) join ledger_accounts a on a.id = wanted.id left join ledger_sums s on s.account = a.id
  ),
  checked as (
    select p.*, coalesce(n.count, 0) >= $2 as behind,
      ${eachBucket((bucket) => `p.sum_${bucket} + coalesce(n.${bucket}, 0) as all_${bucket}, n.old_${bucket}`)}, n.old_entry, coalesce(j.price, 0) as open_price
    from part p
    cross join lateral (
      select count(*) as count,
        ${eachBucket(
          (bucket) => `sum(amount) filter (where bucket = '${bucket}') as ${bucket},
        coalesce(sum(amount) filter (where old and bucket = '${bucket}'), 0) as old_${bucket}`,
        )},
        max(id) filter (where old) as old_entry
      from (
        select id, bucket, amount, max(at) over (order by id) < now() - ${SETTLED} as old
        from ledger_entries where account = p.id and id > p.entry order by id limit $2
      ) entries
    ) n
    cross join lateral (
      select sum(price) as price from jobs where payer = p.id and status in ('queued', 'running')
    ) j
  ),
  stored as (
    insert into ledger_sums (account, entry, ${eachBucket(String)})
    select id, old_entry, ${eachBucket((bucket) => `sum_${bucket} + old_${bucket}`)}
    from checked where old_entry is not null
    on conflict (account) do update set entry = excluded.entry,
      ${eachBucket((bucket) => `${bucket} = excluded.${bucket}`)}
  )
  select id as account, behind as "isBehind", old_entry is not null as "wasAdvanced", case
    when behind then null
    when (${eachBucket(String)}) is distinct from (${eachBucket((bucket) => `all_${bucket}`)}) then
      'account ' || id || ' shows ' || concat_ws('/', ${eachBucket(String)}) || ', its entries say '
        || concat_ws('/', ${eachBucket((bucket) => `all_${bucket}`)})
    when held <> open_price then 'account ' || id || ' holds ' || held || ', its open jobs cost ' || open_price
  end as problem
  from checked order by id`,
)

/** Of these accounts, those whose balance differs from their entries, or whose hold differs from the cost of their open jobs. */
export async function findWrongBalances(tx: Db, accounts: string[], step: StepSize): Promise<Problem[]> {
  const problems: Problem[] = []
  for (let place = 0; place < accounts.length; place += step.accounts) {
    let part = accounts.slice(place, place + step.accounts)
    let entries = step.entries
    while (part.length > 0) {
      const rows = await checkAccounts(tx, [part, entries])
      problems.push(
        ...rows.flatMap(({ account, problem }) =>
          problem ? [{ kind: 'balance' as const, key: account, problem }] : [],
        ),
      )
      const behind = rows.filter(({ isBehind }) => isBehind)
      part = behind.map(({ account }) => account)
      // There are so many entries from the last minutes that none of them can be stored yet, so they must be added up at once.
      if (behind.some(({ wasAdvanced }) => !wasAdvanced)) entries *= 10
    }
  }
  return problems
}
