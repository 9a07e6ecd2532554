import { TRUST_RULES } from '@infra/trust/trust-rules'
import { eachBucket } from './account-buckets.ts'

/**
 * The movements of credits, as parts of the statements that need them: a job is ordered, ended or cancelled in the same
 * statement that moves its credits, so neither can happen without the other. Each is a list of common table expressions.
 * Accounts are locked in the order of their numbers; a statement that locks a job locks it first.
 */

/**
 * Moves a price to held if `given` has a row: granted credits first, then earned ones. `held` has a row only if there was enough, with how
 * much of it was granted. `key` is the API key that ordered, if one did.
 */
export function hold({
  address,
  price,
  job,
  given,
  key = 'null::uuid',
}: Record<'address' | 'price' | 'job' | 'given', string> & { key?: string }): string {
  return `
    held as (
      update ledger_accounts a set granted = a.granted - least(a.granted, ${price}),
        available = a.available - greatest(0, ${price} - a.granted), held = a.held + ${price}
      from ${given} where a.address = ${address} and a.available + a.granted >= ${price}
      returning a.id, old.granted - new.granted as granted
    ),
    hold_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, key_id)
      select 'hold:' || ${job}, line, 'hold', held.id, bucket, amount, ${job}, ${key}
      from held, lateral (values (1, 'held', ${price}), (2, 'granted', -held.granted), (3, 'available', held.granted - ${price}))
        as lines (line, bucket, amount)
      where amount <> 0
    )`
}

/**
 * The same for several jobs at once (id, place, price): the whole sum is held or nothing is. `shares` has what each of them is paid with,
 * granted credits first.
 */
export function holdAll({
  address,
  jobs,
  given,
  key,
}: Record<'address' | 'jobs' | 'given' | 'key', string>): string {
  return `
    held as (
      update ledger_accounts a set granted = a.granted - least(a.granted, t.price),
        available = a.available - greatest(0, t.price - a.granted), held = a.held + t.price
      from ${given}, (select sum(price)::bigint as price from ${jobs}) t
      where a.address = ${address} and a.available + a.granted >= t.price
      returning a.id, old.granted - new.granted as granted
    ),
    shares as (
      select j.id, j.price, held.id as account,
        least(j.price, greatest(0, held.granted - (sum(j.price) over (order by j.place) - j.price)))::int as granted
      from held, ${jobs} j
    ),
    hold_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, key_id)
      select 'hold:' || s.id, line, 'hold', s.account, bucket, amount, s.id, ${key}
      from shares s, lateral (values (1, 'held', s.price), (2, 'granted', -s.granted), (3, 'available', s.granted - s.price))
        as lines (line, bucket, amount)
      where amount <> 0
    )`
}

/** Refunds what is held for the jobs in `ended` (id, price, granted, payer, key_id, key_day), to where it came from. */
export function refund(ended: string): string {
  return `
    refunds as (
      select payer, sum(price) as total, sum(granted) as granted from ${ended} group by payer
    ),
    refunded as (
      update ledger_accounts a set held = a.held - r.total, granted = a.granted + r.granted,
        available = a.available + r.total - r.granted
      from (
        select l.id, r.total, r.granted from ledger_accounts l join refunds r on r.payer = l.id order by l.id for update of l
      ) r
      where a.id = r.id
      returning a.id
    ),
    ${giveBackToKeys(`select key_id, key_day, price as amount from ${ended}`, 'refunded')},
    refund_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, key_id)
      select 'refund:' || e.id, line, 'refund', e.payer, bucket, amount, e.id, e.key_id
      from ${ended} e,
        lateral (values (1, 'held', -e.price), (2, 'granted', e.granted), (3, 'available', e.price - e.granted))
        as lines (line, bucket, amount)
      where amount <> 0
    )`
}

/**
 * Lets the API key `key` spend a price if `given` has a row: `allowed` has one only if the key is usable, the price is within its limits
 * and the account has enough. The account is locked and its balance read first; otherwise a poor account would fail at the hold and not at
 * the key. The hold then continues from `allowed`. `perJob` is the highest price if there are several jobs. `openByKey` is the column of
 * `given` with how many jobs the key has open, if that is limited.
 */
export function spendByKey({
  key,
  address,
  price,
  perJob = price,
  given,
  openByKey,
}: Record<'key' | 'address' | 'price' | 'given', string> & { perJob?: string; openByKey?: string }): string {
  return `
    funded as (
      select a.id, ${given}.* from ledger_accounts a, ${given}
      where a.address = ${address} and a.available + a.granted >= ${price} for update of a
    ),
    allowed as (
      update api_keys k set spent = k.spent + ${price}, day = ${TODAY}, day_spent = ${SPENT_TODAY} + ${price}
      from funded where k.id = ${key} and k.account = funded.id and k.revoked_at is null and k.expires_at > now()
        and ${perJob} <= coalesce(k.cap_job, ${perJob}) and k.spent + ${price} <= coalesce(k.cap_total, k.spent + ${price})
        and ${SPENT_TODAY} + ${price} <= k.cap_day${openByKey ? ` and funded.${openByKey} < k.open_max` : ''}
      returning k.id
    )`
}

/**
 * Returns to API keys what their jobs in `jobs` (key_id, key_day, amount) didn't cost. Waits until `accounts` were changed, because orders
 * lock the account before the key, and PostgreSQL runs sibling expressions in any order.
 */
export function giveBackToKeys(jobs: string, accounts: string): string {
  return `
    given_back as (select * from (${jobs}) ended where key_id is not null and amount > 0),
    keys_given_back as (
      update api_keys k set spent = k.spent - g.total, day_spent = k.day_spent - g.today
      from (
        select k.id, sum(g.amount) as total, coalesce(sum(g.amount) filter (where g.key_day = k.day), 0) as today
        from given_back g join (
          select id, day from api_keys where id in (select key_id from given_back) and (select count(*) from ${accounts}) > 0
          order by id for update
        ) k on k.id = g.key_id
        group by k.id
      ) g
      where k.id = g.id
    )`
}

const { feePercent, subsidyPerPayerMax, subsidyPerDayMax, subsidyMemoryMs } = TRUST_RULES

/** Fixed periods, so that the counter is one row. */
const PERIOD = `floor(extract(epoch from now()) / ${subsidyMemoryMs / 1000})::int`
export const TODAY = `(now() at time zone 'UTC')::date`

/** SQL: what the key `k` has spent today. */
export const SPENT_TODAY = `(case when k.day = ${TODAY} then k.day_spent else 0 end)`

/** SQL: what is left of a limit for this row, after the rows of the same group before it. */
const withinBound = (wanted: string, group: string, bound: number, used: string) =>
  `least(${wanted}, greatest(0, ${bound} - coalesce(${used}, 0)
        - (sum(${wanted}) over (partition by ${group} order by id) - ${wanted})))::bigint`

/**
 * Ends the holds of the jobs in `done` (id, price, charge, granted, payer, operator_account, node_id, key_id, key_day): what is not charged goes back to who paid,
 * and the rest to the operator. Of that, what was paid with earned credits goes to the operator less the fee; what was paid with granted
 * credits goes back to the grants, and the operator is paid a subsidy within its bounds. A job that ran on a node of the person who
 * paid costs nothing and earns nothing. What is earned waits in `pending` until `matureEarnings` pays it out. `paid` has what each job
 * cost (`charged`) and earned.
 */
export function settle(done: string, event: 'settle' | 'refund'): string {
  return `
    parties as (
      select l.id, l.fee_hundredths, l.results from ledger_accounts l
      where l.id in (select payer from ${done} union select operator_account from ${done}) order by l.id for update
    ),
    shared as (
      select d.id, d.price, d.granted, d.payer, d.operator_account, d.node_id, d.key_id, d.key_day, d.charged, d.kind, d.number,
        least(d.granted, d.charged) as from_granted, d.charged - least(d.granted, d.charged) as from_earned,
        total / 100 - (total - d.charged * ${feePercent}) / 100 as fee, total % 100 as hundredths
      from (
        select d.*, p.fee_hundredths + sum(d.charged) over (partition by d.operator_account order by d.id) * ${feePercent} as total,
          p.results + count(*) filter (where d.charged > 0) over (partition by d.operator_account order by d.id) as number
        from (
          select *, case when payer = operator_account then 0 else charge end as charged,
            case when payer = operator_account then 'own' else '${event}' end as kind
          from ${done}
        ) d left join parties p on p.id = d.operator_account
      ) d
    ),
    wanted as (
      select *, least(fee, from_earned) as fee_taken, from_granted - (fee - least(fee, from_earned)) as subsidy_wanted from shared
    ),
    within_payer as (
      select w.*, ${withinBound('subsidy_wanted', 'operator_account, w.payer', subsidyPerPayerMax, 's.credits')} as payer_bound
      from wanted w left join subsidies_by_payer s
        on s.operator = w.operator_account and s.payer = w.payer and s.period = ${PERIOD}
    ),
    paid as (
      select w.*, b.subsidy, coalesce(from_earned - fee_taken + b.subsidy, 0) as earned
      from within_payer w join (
        select id, ${withinBound('payer_bound', 'operator_account', subsidyPerDayMax, 's.credits')} as subsidy
        from within_payer left join subsidies_by_day s on s.operator = operator_account and s.day = ${TODAY}
      ) b using (id)
    ),
    payer_subsidies as (
      insert into subsidies_by_payer as s (operator, payer, period, credits)
      select operator_account, payer, ${PERIOD}, sum(subsidy) from paid where subsidy > 0
      group by operator_account, payer order by operator_account, payer
      on conflict (operator, payer, period) do update set credits = s.credits + excluded.credits
    ),
    day_subsidies as (
      insert into subsidies_by_day as s (operator, day, credits)
      select operator_account, ${TODAY}, sum(subsidy) from paid where subsidy > 0 group by operator_account order by operator_account
      on conflict (operator, day) do update set credits = s.credits + excluded.credits
    ),
    settle_lines as (
      select p.id as job_id, line, account, bucket, amount, lines.kind, lines.key_id from paid p, lateral (values
        (1, p.payer, 'held', -p.price, p.kind, p.key_id),
        (2, p.payer, 'granted', p.granted - p.from_granted, p.kind, p.key_id),
        (3, p.payer, 'available', p.price - p.granted - p.from_earned, p.kind, p.key_id),
        (4, p.operator_account, 'pending', p.earned, 'earning', null),
        (5, null, 'fees', p.fee_taken, p.kind, null),
        (6, null, 'grants', p.from_granted, p.kind, null),
        (7, null, 'subsidy', -p.subsidy, p.kind, null)
      ) as lines (line, account, bucket, amount, kind, key_id)
      where amount <> 0
    ),
    settled as (
      update ledger_accounts a set
        ${eachBucket((bucket) => `${bucket} = a.${bucket} + coalesce(s.${bucket}, 0)`)},
        fee_hundredths = coalesce(f.hundredths, a.fee_hundredths), results = coalesce(f.results, a.results)
      from parties p left join (
        select account, ${eachBucket((bucket) => `sum(amount) filter (where bucket = '${bucket}') as ${bucket}`)}
        from settle_lines where account is not null group by account
      ) s on s.account = p.id
      left join (
        select distinct on (operator_account) operator_account, hundredths, number as results
        from shared order by operator_account, id desc
      ) f on f.operator_account = p.id
      where a.id = p.id
      returning a.id
    ),
    ${giveBackToKeys('select key_id, key_day, price - charged as amount from paid', 'settled')},
    earnings as (
      insert into pending_earnings (job_id, account, node_id, amount, number, app_id)
      select id, operator_account, node_id, earned, number, (select app_id from jobs where jobs.id = paid.id) from paid where earned > 0
    ),
    settle_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, key_id)
      select '${event}:' || job_id, line, kind, account, bucket, amount, job_id, key_id from settle_lines
    )`
}
