-- Calls of programs that wait for the end of a job in the request itself. A job that nobody waits for any more is cancelled at `wanted_until`;
-- a request that is repeated finds its job by the idempotency key or by the fingerprint of what was asked.
create table program_calls (
  job_id uuid primary key references jobs on delete cascade,
  key_id uuid not null,
  fingerprint text not null,
  idempotency_key text,
  created_at timestamptz not null,
  -- Null once the answer was sent or the job has ended.
  wanted_until timestamptz,
  told_running_at timestamptz,
  delivered_at timestamptz
);
create index program_calls_fingerprint on program_calls (key_id, fingerprint);
create unique index program_calls_idempotency_key on program_calls (key_id, idempotency_key);
create index program_calls_wanted_until on program_calls (wanted_until) where wanted_until is not null;
create index program_calls_created_at on program_calls (created_at);
