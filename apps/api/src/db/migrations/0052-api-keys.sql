-- Keys that programs call with. Only the hash of a key is here: its secret was never sent to us but in calls.
create table api_keys (
  id uuid primary key,
  address text not null,
  account bigint not null references ledger_accounts,
  name text not null,
  hash text not null unique,
  hint text not null,
  scopes text[] not null,
  -- Null: all.
  apps text[],
  networks text[],
  cap_total bigint,
  cap_day bigint not null,
  cap_job bigint,
  open_max integer not null,
  -- What its jobs cost, and what is held for those that are open. `day_spent` is that of `day`, UTC.
  spent bigint not null default 0 check (spent >= 0),
  day date not null,
  day_spent bigint not null default 0 check (day_spent >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_network text,
  revoked_at timestamptz
);
create index api_keys_address on api_keys (address);
create index api_keys_account on api_keys (account);

create table key_events (
  id uuid primary key,
  key_id uuid not null references api_keys on delete cascade,
  at timestamptz not null,
  kind text not null,
  details jsonb not null
);
create index key_events_key on key_events (key_id, id);

-- What a key spent up to an entry of the ledger, so that the check of the books adds up only what came since.
create table key_sums (
  key_id uuid primary key references api_keys on delete cascade,
  entry bigint not null,
  spent bigint not null
);

-- Which key ordered a job, and on which day.
alter table jobs add column key_id uuid, add column key_day date;

-- On what a key's jobs took from its account and gave back: what it spent can be added up again.
alter table ledger_entries add column key_id uuid;

alter table ledger_problems
  drop constraint ledger_problems_kind_check,
  add constraint ledger_problems_kind_check check (kind in ('event', 'balance', 'sums', 'key', 'earlier'));
