-- What an account held for a job that is not there any more goes back, or to where grants come from if the account was closed:
-- until now an order that met the deletion of its account was deleted with its price still held.
create temporary table lost_holds on commit drop as
  select h.account, h.job_id, h.amount, a.address is null as closed
  from ledger_entries h join ledger_accounts a on a.id = h.account
  where h.event = 'hold:' || h.job_id and h.bucket = 'held'
    and not exists (select from jobs j where j.id = h.job_id)
    and not exists (select from ledger_entries e where e.event in ('settle:' || h.job_id, 'refund:' || h.job_id));
insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
  select 'refund:' || job_id, line, 'refund', case when bucket = 'grants' then null else account end, bucket, lines.amount, job_id
  from lost_holds l, lateral (values
    (1, 'held', -l.amount), (2, case when l.closed then 'grants' else 'available' end, l.amount)
  ) as lines (line, bucket, amount);
update ledger_accounts a set held = a.held - l.total, available = a.available + case when a.address is null then 0 else l.total end
  from (select account, sum(amount) as total from lost_holds group by account) l where a.id = l.account;

-- What a closed account was paid after it was closed goes the same way.
with late as (select id, available, pending from ledger_accounts where address is null and (available > 0 or pending > 0)),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'lapse-late:' || l.id, line, 'lapse', account, bucket, amount
    from late l, lateral (values
      (1, l.id, 'available', -l.available), (2, l.id, 'pending', -l.pending), (3, null, 'grants', l.available + l.pending)
    ) as lines (line, account, bucket, amount) where amount <> 0
  )
update ledger_accounts a set available = 0, pending = 0 from late l where a.id = l.id;

-- What refers to a person or a job that was deleted in the same moment.
insert into loose_blobs (sha256) select distinct sha256 from file_uses where job_id not in (select id from jobs)
  on conflict (sha256) do update set since = now();
delete from file_uses where job_id not in (select id from jobs);
insert into loose_blobs (sha256) select distinct sha256 from uploads where owner not in (select address from users)
  on conflict (sha256) do update set since = now();
delete from uploads where owner not in (select address from users);
with gone as (delete from favorites where user_address not in (select address from users) returning job_id)
  update jobs set favorites = favorites - g.count from (select job_id, count(*) from gone group by job_id) g where jobs.id = g.job_id;
delete from job_reports where user_address not in (select address from users);
delete from node_link_tokens where operator not in (select address from users);
update nodes set removed_at = now(), session_id = null
  where removed_at is null and operator not in (select address from users);
update jobs set user_address = null where user_address not in (select address from users);
