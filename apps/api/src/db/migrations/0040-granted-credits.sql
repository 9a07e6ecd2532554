-- Credits that the network gave away are kept apart from credits that were earned: they pay for jobs, and nobody earns them whole.
-- An order takes granted credits first. When its job is finished they go back to the network's grants, and the operator is paid a
-- bounded subsidy in their place.
alter table ledger_accounts
  add column granted bigint not null default 0 check (granted >= 0),
  -- Hundredths of a credit of the fee that were not charged yet: a fee of exactly 5 % is whole credits only now and then.
  add column fee_hundredths smallint not null default 0 check (fee_hundredths between 0 and 99),
  drop constraint ledger_accounts_closed_means_empty,
  add constraint ledger_accounts_closed_means_empty
    check (address is not null or (available, granted, held, pending) = (0, 0, 0, 0)) not valid;
alter table ledger_entries
  drop constraint ledger_entries_bucket_check,
  add constraint ledger_entries_bucket_check
    check (bucket in ('available', 'granted', 'held', 'pending', 'grants', 'fees', 'subsidy')) not valid;
alter table ledger_sums add column granted bigint not null default 0;
alter table ledger_state add column walking_granted bigint not null default 0;

alter table jobs
  -- How much of the price was paid with granted credits.
  add column granted integer not null default 0,
  -- What it cost in the end; null while it is open, and for jobs that ended before this migration.
  add column charged integer,
  -- What the operator was paid for it.
  add column earned integer not null default 0,
  add constraint jobs_granted_within_price check (granted between 0 and price) not valid;
-- Those that the figures have not counted yet; the rest is counted.
update jobs set earned = ceil(price * 95 / 100.0) where status = 'finished' and position is not null and not counted;

-- What an operator was paid for jobs that others paid with granted credits. The bounds are kept by the tables: two results that are
-- taken at the same moment cannot both use what is left.
create table subsidies_by_payer (
  operator bigint not null references ledger_accounts,
  payer bigint not null references ledger_accounts,
  -- Of 30 days each.
  period integer not null,
  credits bigint not null constraint subsidies_by_payer_bound check (credits between 1 and 50),
  primary key (operator, payer, period)
);
create table subsidies_by_day (
  operator bigint not null references ledger_accounts,
  day date not null,
  credits bigint not null constraint subsidies_by_day_bound check (credits between 1 and 1000),
  primary key (operator, day)
);

-- What people have of grants: what they were given less what they spent, as granted credits are spent first.
with received as (
  select a.id, least(a.available, sum(e.amount) filter (where e.kind in ('starter', 'allowance') and e.bucket = 'available')
    + coalesce(sum(e.amount) filter (where e.kind = 'settle' and e.bucket = 'held'), 0) - a.held) as granted
  from ledger_accounts a join ledger_entries e on e.account = a.id
  where a.address is not null and a.available > 0 group by a.id
),
marked as (
  insert into ledger_entries (event, line, kind, account, bucket, amount)
  select 'mark:' || id, line, 'mark', id, bucket, amount
  from received, lateral (values (1, 'available', -granted), (2, 'granted', granted)) as lines (line, bucket, amount)
  where granted > 0 returning account, bucket, amount
)
update ledger_accounts a set available = a.available - m.amount, granted = m.amount from marked m
where m.account = a.id and m.bucket = 'granted';
