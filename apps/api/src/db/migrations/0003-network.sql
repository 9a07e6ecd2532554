-- Counts of requests may be lost in a crash; written to disk at once, they cost more than most requests.
alter table rate_windows set unlogged;

-- Files by what is in them. The bytes lie in the store under the hash; this is what is known of them.
create table blobs (
  sha256 text primary key,
  kind text not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  width integer,
  height integer,
  seconds double precision,
  placeholder text,
  created_at timestamptz not null
);

-- What a person sent. The same bytes sent by two are two uploads of one blob.
create table uploads (
  id uuid primary key,
  owner text not null,
  sha256 text not null references blobs,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index uploads_owner on uploads (owner, created_at);
create index uploads_sha256 on uploads (sha256);
create index uploads_expires_at on uploads (expires_at);

-- What a job keeps alive, and whether anyone may see it.
create table file_uses (
  job_id uuid not null,
  role text not null,
  name text not null,
  sha256 text not null references blobs,
  public boolean not null,
  primary key (job_id, role, name)
);
create index file_uses_sha256 on file_uses (sha256);

-- What a node sent for an attempt that is not finished yet.
create table attempt_files (
  attempt_id uuid not null,
  sha256 text not null references blobs,
  kind text not null,
  created_at timestamptz not null,
  primary key (attempt_id, sha256)
);
create index attempt_files_sha256 on attempt_files (sha256);
create index attempt_files_created_at on attempt_files (created_at);

-- An account of the ledger. Its number is all that entries know, so that deleting an address leaves the books whole.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  address text unique,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  pending bigint not null default 0 check (pending >= 0)
);

-- Double entry: the lines of one event add up to zero, and an event happens once. `account` is null for the network
-- itself, whose buckets (grants given, fees kept) are sums of entries and need no row that everyone would wait for.
create table ledger_entries (
  id bigint generated always as identity,
  event text not null,
  line smallint not null,
  kind text not null,
  account bigint references ledger_accounts,
  bucket text not null check (bucket in ('available', 'held', 'pending', 'grants', 'fees')),
  amount bigint not null,
  job_id uuid,
  at timestamptz not null default now(),
  primary key (event, line)
);
create index ledger_entries_account on ledger_entries (account, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- One row: whether the last check of the books found them in order.
create table ledger_state (
  id boolean primary key default true check (id),
  drift text,
  checked_at timestamptz
);
insert into ledger_state (id) values (true);

create table nodes (
  -- The address of its key, in lower case.
  id text primary key,
  operator text not null,
  -- Of the ledger, where its earnings go.
  account bigint not null references ledger_accounts,
  name text not null,
  -- By its operator.
  maintenance boolean not null default false,
  -- By the network, for failing too often.
  paused_until timestamptz,
  paused_reason text,
  hardware jsonb,
  apps jsonb not null default '[]',
  slots integer not null default 1,
  session_id uuid,
  last_seen_at timestamptz,
  failures_in_row integer not null default 0,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index nodes_operator on nodes (operator);

create table node_links (
  code text primary key,
  node_id text not null,
  name text not null,
  expires_at timestamptz not null
);
create table node_link_tokens (
  token_hash text primary key,
  operator text not null,
  expires_at timestamptz not null
);

-- In which minutes of an hour a node was there: one bit a minute, so that several API processes may note the same.
create table node_hours (
  node_id text not null,
  hour timestamptz not null,
  minutes bigint not null,
  primary key (node_id, hour)
);

create table jobs (
  id uuid primary key,
  app_id text not null,
  app_version integer not null,
  -- Null where the account was deleted.
  user_address text,
  -- The account of the ledger that pays.
  payer bigint not null,
  input jsonb not null,
  input_files jsonb not null default '[]',
  input_hash text not null,
  visibility text not null check (visibility in ('public', 'private')),
  hidden boolean not null default false,
  status text not null check (status in ('queued', 'running', 'finished', 'error', 'cancelled')),
  reason text,
  progress real not null default 0,
  stage text not null default '',
  partial_text text,
  seq integer not null default 1,
  outputs jsonb not null default '[]',
  price integer not null check (price >= 1),
  parent_id uuid,
  favorites integer not null default 0 check (favorites >= 0),
  -- The place in the queue: one turn a person, whoever has how many waiting.
  turn bigint not null,
  -- The node that had it last is passed over until then.
  avoid_node_id text,
  avoid_until timestamptz,
  attempts integer not null default 0,
  attempt_id uuid,
  node_id text,
  lease_token text,
  lease_until timestamptz,
  -- However often the lease is renewed, the attempt ends then.
  run_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  receipt jsonb,
  -- The order in which jobs ended; the feed goes by it.
  position bigint,
  counted boolean not null default false
)
-- Progress is written often; with room on the page it costs no index entry.
with (fillfactor = 70);
create sequence job_positions;
create index jobs_queue on jobs (app_id, app_version, turn, id) where status = 'queued';
create index jobs_queued_by_user on jobs (user_address, app_id, turn) where status in ('queued', 'running');
create index jobs_running on jobs (node_id) where status = 'running';
create unique index jobs_attempt on jobs (attempt_id) where status = 'running';
create index jobs_feed on jobs (position) where status = 'finished' and visibility = 'public' and not hidden;
create index jobs_feed_by_app on jobs (app_id, position) where status = 'finished' and visibility = 'public' and not hidden;
create index jobs_by_user on jobs (user_address, id);
-- Failed tries that wait for another node: few, and looked for every second.
create index jobs_avoided on jobs (avoid_until) where status = 'queued' and avoid_until is not null;
create index jobs_uncounted on jobs (position) where position is not null and not counted;

-- Attempts that have ended. The one under way is in the row of its job, where one lock decides about both.
create table attempts (
  id uuid primary key,
  job_id uuid not null references jobs on delete cascade,
  node_id text not null,
  lease_token text not null,
  state text not null check (state in ('finished', 'failed', 'lapsed', 'released', 'cancelled', 'expired')),
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  reason text,
  detail text,
  result_hash text
);
create index attempts_job on attempts (job_id);
create index attempts_node on attempts (node_id, ended_at);

create table favorites (
  id uuid primary key,
  user_address text not null,
  job_id uuid not null references jobs on delete cascade,
  unique (user_address, job_id)
);
create index favorites_by_user on favorites (user_address, id);
create index favorites_job on favorites (job_id);

create table idempotency_keys (
  scope text not null,
  key text not null,
  payload_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Ended jobs by hour, app and node. A job is counted once: the statement that adds it here marks it.
create table stats_hours (
  hour timestamptz not null,
  app_id text not null,
  node_id text not null,
  finished integer not null,
  failed integer not null,
  -- How many took about how long: run times, and waits, in buckets that each are a quarter longer than the one before.
  run_buckets integer[] not null,
  wait_buckets integer[] not null,
  credits bigint not null,
  primary key (hour, app_id, node_id)
);
create index stats_hours_node on stats_hours (node_id, hour);
-- The key that countersigns receipts. One for the network, made by whichever API process comes first.
create table network_key (
  id boolean primary key default true check (id),
  private_key text not null
);
