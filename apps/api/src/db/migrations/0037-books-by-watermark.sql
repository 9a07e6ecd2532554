-- What the check of the books found and what was not corrected yet. Each run looks at these again, also when nothing touches their
-- accounts any more; payouts wait as long as there is a row.
create table ledger_problems (
  -- 'earlier': found by a version that kept no list; gone once a whole walk has come to its end.
  kind text not null check (kind in ('event', 'balance', 'sums', 'earlier')),
  -- The event, or the number of the account.
  key text not null,
  problem text not null,
  found_at timestamptz not null default now(),
  primary key (kind, key)
);
insert into ledger_problems (kind, key, problem) select 'earlier', '', drift from ledger_state where drift is not null;

-- The walk through everything goes by the number of entries, which is how they lie on disk, then by accounts. An account with many
-- entries takes several steps: `walking_entry` is the last entry that was added up, and the three sums are those up to it.
alter table ledger_state
  drop column walked_event,
  add column walked_entry bigint not null default 0,
  add column walking_entry bigint not null default 0,
  add column walking_available bigint not null default 0,
  add column walking_held bigint not null default 0,
  add column walking_pending bigint not null default 0,
  -- The age of a check that never was is counted from here.
  add column since timestamptz not null default now();
update ledger_state set walked_account = 0;

-- Accounts with earnings that wait: few, and looked for by each run.
create index ledger_accounts_pending on ledger_accounts (id) where pending > 0;

-- Figures by hour get partitions in the next migration. What is there becomes the first of them, which ends two months from now. The
-- next migration compares it with these constraints while others write, so that nothing is compared while the tables are locked.
do $$
declare
  name text;
begin
  foreach name in array array['stats_hours', 'node_hours'] loop
    execute format('alter table %I add constraint %I check (hour < %L) not valid', name, name || '_first',
      (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
  end loop;
end $$;
