-- Addresses to which events are sent.
create table webhook_endpoints (
  id uuid primary key,
  address text not null,
  url text not null,
  events text[] not null,
  secret text not null,
  -- After a rotation both secrets sign for a while.
  previous_secret text,
  previous_until timestamptz check ((previous_until is null) = (previous_secret is null)),
  created_at timestamptz not null,
  stopped_at timestamptz,
  stopped_why text check ((stopped_why is null) = (stopped_at is null)),
  -- Since when nothing but failures came.
  failing_since timestamptz
);
create index webhook_endpoints_address on webhook_endpoints (address);

-- What happened, written in the statement in which it happened.
create table webhook_messages (
  id text primary key,
  address text not null,
  type text not null,
  job_id uuid,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index webhook_messages_created_at on webhook_messages (created_at);
create index webhook_messages_address on webhook_messages (address);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  message_id text not null references webhook_messages on delete cascade,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Counted before the request leaves, so that what is sent again after a crash says so.
  attempts integer not null default 0,
  sent_at timestamptz,
  -- When it is due; while it is being sent, when whoever sends it is taken to be dead.
  next_at timestamptz check ((next_at is null) = (state <> 'waiting')),
  status integer,
  answer text,
  ms integer,
  error text
);
create unique index webhook_deliveries_message on webhook_deliveries (message_id, endpoint_id);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_next on webhook_deliveries (next_at) where state = 'waiting';

-- Tells the endpoints of a person that want this event, if there are any.
create function announce(owner text, event text, job uuid, facts jsonb) returns void language sql as $$
  with told as (
    select id from webhook_endpoints where address = owner and stopped_at is null and event = any(events)
  ),
  message as (
    insert into webhook_messages (id, address, type, job_id, data)
    select 'msg_' || replace(gen_random_uuid()::text, '-', ''), owner, event, job, facts where exists (select from told)
    returning id
  )
  insert into webhook_deliveries (message_id, endpoint_id, next_at) select message.id, told.id, now() from message, told
$$;

-- Whichever statement ends a job also tells of it: none can forget to.
create function announce_ended_job() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where address = new.user_address and stopped_at is null) then
    perform announce(new.user_address, 'job.' || new.status, new.id, jsonb_build_object(
      'id', new.id, 'app', new.app_id || '@' || new.app_version, 'status', new.status, 'reason', new.reason, 'seq', new.seq,
      'credits', coalesce(new.charged, 0), 'key', new.key_id, 'outputs', coalesce((
        select jsonb_agg(jsonb_build_object('name', o -> 'name', 'kind', o -> 'kind', 'mime', o -> 'mime', 'bytes', o -> 'bytes',
          'sha256', o -> 'sha256', 'text', case when length(o ->> 'text') <= 4000 then o -> 'text' end))
        from jsonb_array_elements(new.outputs) o), '[]')));
  end if;
  return null;
end $$;

create trigger jobs_announce after update of status on jobs for each row
  when (old.status in ('queued', 'running') and new.status in ('finished', 'error', 'cancelled') and new.user_address is not null
    and new.for_node_id is null) execute function announce_ended_job();
