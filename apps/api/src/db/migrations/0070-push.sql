-- The key that push services know this network by (RFC 8292). The first process that needs it makes it.
create table push_key (
  id boolean primary key default true check (id),
  private_jwk jsonb not null
);

-- Where a browser takes push messages: one a session, so that it goes when its owner signs out.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  address text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_address on push_subscriptions (address, created_at);

-- Messages that are to be sent: written by the statement that ends the job, deleted when the push service has taken them.
create table pushes (
  session_id uuid not null references push_subscriptions on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  try_after timestamptz not null default now(),
  primary key (session_id, job_id)
);
create index pushes_try_after on pushes (try_after);
create index pushes_job_id on pushes (job_id);

create function queue_pushes() returns trigger language plpgsql as $$
begin
  insert into pushes (session_id, job_id)
  select session_id, new.id from push_subscriptions where address = new.user_address
  -- One that is deleted at this moment gets none. Waiting for it could make a finishing job and the deletion of its owner wait for each other.
  for key share skip locked
  on conflict do nothing;
  return null;
end $$;

-- Who orders a job that takes a few seconds waits for it, and programs wait for theirs themselves.
create trigger jobs_push after update of status on jobs for each row
  when (new.status in ('finished', 'error') and old.status in ('queued', 'running') and new.key_id is null
    and new.user_address is not null and new.finished_at - new.created_at > interval '10 seconds')
  execute function queue_pushes();

create function drop_push_subscription() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;

create trigger sessions_push after update of revoked_at on sessions for each row
  when (new.revoked_at is not null) execute function drop_push_subscription();
