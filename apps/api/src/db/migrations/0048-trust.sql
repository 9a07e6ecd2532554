-- What the network knows of each node in each app. Rows stay when a node is removed: linking it again begins nothing anew.
create table trust_records (
  node_id text not null references nodes,
  app_id text not null,
  -- A TrustRecord of packages/trust.
  record jsonb not null,
  level text not null generated always as (record ->> 'level') stored,
  watched boolean not null generated always as ((record ->> 'watchLeft')::int > 0) stored,
  changed_at timestamptz not null default now(),
  primary key (node_id, app_id)
);

-- By which results are drawn for a check. The hash of a key is public before its day, the key itself afterwards.
create table check_keys (
  day date primary key,
  key text not null check (key ~ '^[0-9a-f]{64}$')
);

-- Each result that another machine runs again, and each canary: a job whose answer a reference node gave before.
create table checks (
  id uuid primary key,
  kind text not null check (kind in ('drawn', 'reported', 'updated', 'rerun', 'entrance', 'canary')),
  -- The node whose result is checked.
  node_id text not null references nodes,
  app_id text not null,
  -- The result under check; of a canary the answer, once one is chosen.
  job_id uuid,
  -- How likely it was to be checked, in millionths.
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  at timestamptz not null default now(),
  -- When there may be something to do.
  next_at timestamptz not null default now(),
  -- The jobs that run it again: the second machine's, then the referees'.
  runs uuid[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'decided', 'dropped')),
  outcome text check (outcome in ('agreed', 'unclear', 'contradicted')),
  second_node_id text references nodes,
  distance double precision,
  needs_person boolean not null default false,
  decided_at timestamptz,
  check ((state = 'decided') = (outcome is not null)),
  check ((state = 'open') = (decided_at is null))
);
create index checks_open on checks (next_at) where state = 'open';
create index checks_job on checks (job_id);
create index checks_node on checks (node_id, app_id, at);
create index checks_person on checks (decided_at) where needs_person;

-- A result that two others contradict. It is booked when the operator had time to object.
create table strikes (
  id uuid primary key,
  check_id uuid not null unique references checks,
  node_id text not null references nodes,
  app_id text not null,
  -- Of the operator at that time; null where the account was closed.
  account bigint references ledger_accounts,
  -- What the job paid.
  share bigint not null check (share >= 0),
  at timestamptz not null,
  book_at timestamptz not null,
  booked_at timestamptz,
  fine bigint check (fine >= 0),
  withdrawn_at timestamptz,
  check ((booked_at is null) = (fine is null))
);
create index strikes_due on strikes (book_at) where booked_at is null and withdrawn_at is null;
create index strikes_node on strikes (node_id, at);

-- Jobs of the network itself whose results are known answers.
create table canaries (
  job_id uuid primary key references jobs on delete cascade,
  app_id text not null,
  app_version integer not null,
  at timestamptz not null default now()
);
create index canaries_app on canaries (app_id, at);

alter table nodes
  -- By app, what it may claim; null where the network has no reference nodes, and every node may claim everything.
  add column levels jsonb,
  -- A keyed hash of the network that it last signed in from.
  add column network_prefix text;

alter table jobs
  -- The check that it is a run of: nobody ordered it, and the network pays.
  add column check_id uuid,
  -- The only node that may claim it.
  add column for_node_id text,
  -- A canary that pays nothing.
  add column unpaid boolean not null default false,
  -- How the check of its result stands: state, node, at, job.
  add column check_status jsonb,
  drop constraint jobs_hidden_because_check,
  add constraint jobs_hidden_because_check
    check (hidden_because in ('unjudged', 'explicit', 'hidden_before', 'checking', 'contradicted')) not valid,
  add constraint jobs_check_run check (check_id is null or (visibility = 'private' and counted)) not valid,
  add constraint jobs_for_node check (for_node_id is null or counted) not valid;

-- In which app it was earned; what a node earns below known waits until it is known there.
alter table pending_earnings add column app_id text;

alter table attempts
  -- How likely the result was to be checked, in millionths.
  add column rate_ppm integer;

-- Sanctions that rules imposed have no moderator, and tell which rule it was.
alter table sanctions add column rule text;

-- The network itself: it orders the runs of checks.
insert into ledger_accounts (address) values ('network');
