import type pg from 'pg'

/**
 * What must be true of the tables whenever nothing is being written, each as a query that returns the rows that violate it. Written from
 * the description of the product and not from its code: nothing of the product is imported here.
 */
export const invariants = {
  events: `select event || ' adds up to ' || sum(amount) from ledger_entries group by event having sum(amount) <> 0`,

  balances: `select 'account ' || a.id || ' ' || b.bucket || ' is ' || b.amount || ', its entries add up to ' || coalesce(sum(e.amount), 0)
    from ledger_accounts a
    cross join lateral (values ('available', a.available), ('granted', a.granted), ('held', a.held), ('pending', a.pending)) b (bucket, amount)
    left join ledger_entries e on e.account = a.id and e.bucket = b.bucket
    group by a.id, b.bucket, b.amount having b.amount <> coalesce(sum(e.amount), 0)`,

  pending: `select 'account ' || a.id || ' has ' || a.pending || ' pending, its earnings add up to ' || coalesce(sum(e.amount), 0)
    from ledger_accounts a left join pending_earnings e on e.account = a.id group by a.id having a.pending <> coalesce(sum(e.amount), 0)`,

  held: `select 'account ' || a.id || ' holds ' || a.held || ', its open jobs cost ' || coalesce(sum(j.price), 0)
    from ledger_accounts a left join jobs j on j.payer = a.id and j.finished_at is null
    group by a.id having a.held <> coalesce(sum(j.price), 0)`,

  negative: `select 'account ' || id || ' has ' || least(available, granted, held, pending) from ledger_accounts
    where least(available, granted, held, pending) < 0`,

  holds: `with moves as (
      select job_id, count(distinct event) filter (where event like 'hold:%') as holds,
        count(distinct event) filter (where event like 'settle:%') as settles,
        count(distinct event) filter (where event like 'refund:%') as refunds
      from ledger_entries where job_id is not null group by job_id
    )
    select 'job ' || coalesce(j.id, m.job_id) || ' (' || coalesce(j.status, 'deleted') || ') has ' || coalesce(m.holds, 0) ||
      ' holds, ' || coalesce(m.settles, 0) || ' settles, ' || coalesce(m.refunds, 0) || ' refunds'
    from moves m full join jobs j on j.id = m.job_id
    where case
      when coalesce(m.holds, 0) <> 1 then true
      when j.status in ('queued', 'running') then m.settles + m.refunds <> 0
      when j.status = 'finished' then m.settles <> 1 or m.refunds <> 0
      when j.status in ('error', 'cancelled') then m.settles <> 0 or m.refunds <> 1
      else m.settles + m.refunds <> 1 end`,

  charges: `with moves as (
      select job_id, sum(amount) filter (where account is not null and kind <> 'earning') as taken,
        coalesce(sum(amount) filter (where kind = 'earning'), 0) as earned,
        coalesce(sum(-amount) filter (where event like 'hold:%' and bucket = 'granted'), 0) as granted
      from ledger_entries where job_id is not null group by job_id
    )
    select 'job ' || j.id || ' says ' || j.granted || ' granted, ' || coalesce(j.charged::text, 'nothing') || ' charged, ' || j.earned ||
      ' earned; the ledger ' || m.granted || ', ' || -m.taken || ', ' || m.earned
    from jobs j join moves m on m.job_id = j.id
    where j.granted <> m.granted or j.earned <> m.earned or (j.status in ('finished', 'cancelled') and j.charged <> -m.taken)`,

  subsidies: `with moves as (
      select event, max(account) filter (where bucket = 'held') as payer, max(account) filter (where kind = 'earning') as operator,
        coalesce(sum(-amount) filter (where bucket = 'subsidy'), 0) as subsidy
      from ledger_entries where job_id is not null group by event
    )
    select 'operator ' || operator || ' was paid ' || sum(subsidy) || ' for what ' || payer || ' was granted' from moves
    where subsidy > 0 group by operator, payer having sum(subsidy) > 50 or operator = payer`,

  fees: `select 'the fees are ' || fees || ', people paid ' || paid from (
      select coalesce(sum(amount) filter (where bucket = 'fees'), 0) as fees,
        coalesce(-sum(amount) filter (where kind in ('hold', 'settle', 'refund', 'own') and account is not null), 0) as paid
      from ledger_entries
    ) sums where fees > paid * 5 / 100.0`,

  leases: `select 'job ' || coalesce(j.id, l.job_id) || ' is ' || coalesce(j.status, 'deleted') || ' with lease ' ||
      coalesce(l.lease_token, 'none') || ', node ' || coalesce(j.node_id, 'none')
    from jobs j full join leases l on l.job_id = j.id where case j.status
      when 'running' then num_nulls(l.job_id, j.node_id, j.attempt_id, j.started_at) > 0
        or (l.attempt_id, l.node_id) is distinct from (j.attempt_id, j.node_id)
        or num_nonnulls(j.finished_at, j.position, j.receipt) > 0
      when 'queued' then num_nonnulls(l.job_id, j.node_id, j.attempt_id, j.finished_at, j.position, j.receipt) > 0
      else num_nulls(j.id, j.finished_at, j.position) > 0 or l.job_id is not null
        or (j.status = 'finished') <> (j.receipt is not null) end`,

  attempts: `select 'job ' || coalesce(j.id, a.job_id) || ' (' || coalesce(j.status, 'deleted') || ') has ' ||
      count(a.id) filter (where a.state = 'finished') || ' finished attempts'
    from jobs j full join attempts a on a.job_id = j.id group by j.id, a.job_id, j.status, j.attempt_id
    having j.id is null or count(a.id) filter (where a.state = 'finished') <> case when j.status = 'finished' then 1 else 0 end
      or (j.status = 'finished' and bool_and(a.state <> 'finished' or a.id <> j.attempt_id))
      or bool_or(j.status = 'running' and a.id = j.attempt_id)`,

  files: `select 'file ' || u.sha256 || ' is used by ' || u.job_id || ', which is not there' from file_uses u
    left join jobs j on j.id = u.job_id left join blobs b on b.sha256 = u.sha256 where j.id is null or b.sha256 is null
    union all
    select 'job ' || j.id || ' names ' || (f ->> 'sha256') || ' and does not keep it' from jobs j, jsonb_array_elements(j.input_files) f
    where not exists (select from file_uses u where u.job_id = j.id and u.sha256 = f ->> 'sha256')`,

  public: `select 'file ' || u.sha256 || ' of job ' || j.id || ' is ' || case when u.public then 'public' else 'private' end
    from file_uses u join jobs j on j.id = u.job_id
    where u.public <> (j.status = 'finished' and j.visibility = 'public' and not j.hidden
      and (u.role = 'output' or not j.input_files_hidden))`,

  favorites: `select 'job ' || j.id || ' counts ' || j.favorites || ' favourites and has ' || count(f.id)
    from jobs j left join favorites f on f.job_id = j.id group by j.id having j.favorites <> count(f.id)`,

  closed: `select 'account ' || id || ' is closed and has ' || available || '/' || granted || '/' || held || '/' || pending
    from ledger_accounts where address is null and (available, granted, held, pending) <> (0, 0, 0, 0)
    union all
    select what || ' of ' || owner || ', who is not there' from (
      select 'job', user_address from jobs where user_address is not null union all
      select 'favourite', user_address from favorites union all select 'upload', owner from uploads union all
      select 'report', user_address from job_reports union all select 'ledger account', address from ledger_accounts where address <> 'network' union all
      select 'node', operator from nodes where removed_at is null
    ) owned (what, owner) where owner not in (select address from users)`,

  positions: `select 'position ' || position || ' is that of ' || count(*) || ' jobs' from jobs
    where position is not null group by position having count(*) > 1`,

  stats: `select 'the figures count ' || counted || ' finished jobs with ' || credits || ' credits, the ledger paid ' || settled || ' with ' || paid
    from (select coalesce(sum(finished), 0) as counted, coalesce(sum(credits), 0) as credits from stats_hours) s,
      (select count(distinct event) filter (where event like 'settle:%') as settled,
        coalesce(sum(amount) filter (where kind = 'earning'), 0) as paid
        from ledger_entries) l
    where (counted, credits) <> (settled, paid)`,

  figures: `select 'hours count ' || h.finished || '/' || h.failed || ', the network ' || n.finished || '/' || n.failed || ', nodes ' || f.finished || '/' || f.failed
    from (select coalesce(sum(finished), 0) as finished, coalesce(sum(failed), 0) as failed,
        coalesce(sum(finished) filter (where node_id <> ''), 0) as by_nodes, coalesce(sum(failed) filter (where node_id <> ''), 0) as by_nodes_failed
      from stats_hours) h,
      (select coalesce(sum(finished), 0) as finished, coalesce(sum(failed), 0) as failed from network_hours) n,
      (select coalesce(sum(finished), 0) as finished, coalesce(sum(failed), 0) as failed from node_figures) f
    where (h.finished, h.failed) <> (n.finished, n.failed) or (h.by_nodes, h.by_nodes_failed) <> (f.finished, f.failed)`,

  keys: `select count(*) || ' jobs were made by one order, ' || (input ->> 'prompt') from jobs
    where parent_id is null and user_address is not null and input ? 'prompt' group by input ->> 'prompt' having count(*) > 1`,
} as const

export type Invariant = keyof typeof invariants

/** In one snapshot, so that concurrent writes are seen completely or not at all. */
export async function findViolations(
  client: pg.Client,
  which: Invariant[] = Object.keys(invariants) as Invariant[],
): Promise<{ invariant: Invariant; problem: string }[]> {
  const violations: { invariant: Invariant; problem: string }[] = []
  await client.query('begin transaction isolation level repeatable read, read only')
  for (const invariant of which) {
    const { rows } = await client.query<{ problem: string }>(
      `select problem from (${invariants[invariant]}) broken (problem) limit 5`,
    )
    violations.push(...rows.map(({ problem }) => ({ invariant, problem })))
  }
  await client.query('commit')
  return violations
}
