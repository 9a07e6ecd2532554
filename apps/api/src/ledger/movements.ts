/**
 * The movements of credits, as parts of the statements that need them: a job is ordered, ended or cancelled in the same
 * statement that moves its credits, so neither can happen without the other. Each is a list of common table expressions.
 * Accounts are locked in the order of their numbers; a statement that locks a job locks it first.
 */

/** Moves a price from available to held, if `given` has a row. `held` has a row only if there was enough. */
export function hold({
  address,
  price,
  job,
  given,
}: Record<'address' | 'price' | 'job' | 'given', string>): string {
  return `
    held as (
      update ledger_accounts set available = available - ${price}, held = held + ${price}
      from ${given} where address = ${address} and available >= ${price} returning id
    ),
    hold_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
      select 'hold:' || ${job}, line, 'hold', held.id, bucket, amount, ${job}
      from held, (values (1, 'available', -${price}), (2, 'held', ${price})) as lines (line, bucket, amount)
    )`
}

/** Gives back what is held for the jobs in `ended` (id, price, payer). */
export function refund(ended: string): string {
  return `
    refunds as (
      select a.id, sum(e.price) as total from ${ended} e join ledger_accounts a on a.id = e.payer group by a.id
    ),
    refunded as (
      update ledger_accounts a set held = a.held - r.total, available = a.available + r.total
      from (select l.id, r.total from ledger_accounts l join refunds r on r.id = l.id order by l.id for update of l) r
      where a.id = r.id
    ),
    refund_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
      select 'refund:' || e.id, line, 'refund', e.payer, bucket, amount, e.id
      from ${ended} e, lateral (values (1, 'held', -e.price), (2, 'available', e.price)) as lines (line, bucket, amount)
    )`
}

/**
 * Pays the operators for the jobs in `done` (id, price, payer, operator_account, share). While the books are in doubt,
 * what they earn waits in `pending`.
 */
export function settle(done: string): string {
  return `
    books as (select case when drift is null then 'available' else 'pending' end as earned from ledger_state),
    settle_lines as (
      select d.id as job_id, line, account, bucket, amount, kind from ${done} d, books, lateral (values
        (1, d.payer, 'held', -d.price, 'settle'),
        (2, d.operator_account, books.earned, d.share, 'earning'),
        (3, null, 'fees', d.price - d.share, 'settle')
      ) as lines (line, account, bucket, amount, kind)
      where amount <> 0
    ),
    settle_sums as (
      select account,
        sum(amount) filter (where bucket = 'held') as held,
        sum(amount) filter (where bucket = 'available') as available,
        sum(amount) filter (where bucket = 'pending') as pending
      from settle_lines where account is not null group by account
    ),
    settled as (
      update ledger_accounts a set
        held = a.held + coalesce(s.held, 0),
        available = a.available + coalesce(s.available, 0),
        pending = a.pending + coalesce(s.pending, 0)
      from (
        select l.id, s.* from ledger_accounts l join settle_sums s on s.account = l.id order by l.id for update of l
      ) s
      where a.id = s.id
    ),
    settle_entries as (
      insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
      select 'settle:' || job_id, line, kind, account, bucket, amount, job_id from settle_lines
    )`
}
