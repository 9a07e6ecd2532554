-- What is wrong with a node, for its operator. At most one of a kind is open for a node.
create table node_alerts (
  id uuid primary key default gen_random_uuid(),
  node_id text not null references nodes,
  operator text not null,
  kind text not null check (kind in ('offline', 'failing', 'suspended')),
  reason text,
  since timestamptz not null,
  opened_at timestamptz not null default now(),
  -- It came again soon after it was over. Its end is told only once the node has been well for hours.
  is_unsteady boolean not null default false,
  -- Since when an unsteady one waits for that.
  calm_since timestamptz,
  over_at timestamptz,
  -- It ended without being put right: the operator set the node to maintenance or removed it. That is not told.
  is_dropped boolean not null default false
);
create unique index node_alerts_open on node_alerts (node_id, kind) where over_at is null;
create index node_alerts_node on node_alerts (node_id, over_at);
create index node_alerts_operator on node_alerts (operator, opened_at);

-- When nodes were last looked at. A node that was away while nobody looked is given its time again.
create table alert_watch (
  id boolean primary key default true check (id),
  swept_at timestamptz not null,
  watching_since timestamptz not null
);
insert into alert_watch (swept_at, watching_since) values (now(), now());

-- What a browser wants to be told of.
alter table push_subscriptions add column about text[] not null default '{jobs}';

-- A push message is about a job that ended or about an alert.
alter table pushes drop constraint pushes_pkey;
alter table pushes
  add column id bigint generated always as identity primary key,
  alter column job_id drop not null,
  add column alert_id uuid references node_alerts on delete cascade,
  add column is_over boolean not null default false,
  add constraint pushes_about check (num_nonnulls(job_id, alert_id) = 1);
create unique index pushes_session_job on pushes (session_id, job_id);
create unique index pushes_session_alert on pushes (session_id, alert_id, is_over);
create index pushes_alert_id on pushes (alert_id);

create or replace function queue_pushes() returns trigger language plpgsql as $$
begin
  insert into pushes (session_id, job_id)
  select session_id, new.id from push_subscriptions where address = new.user_address and 'jobs' = any(about)
  -- One that is deleted at this moment gets none. Waiting for it could make a finishing job and the deletion of its owner wait for each other.
  for key share skip locked
  on conflict do nothing;
  return null;
end $$;

-- Whichever statement opens or ends an alert also tells of it.
create function tell_node_alert() returns trigger language plpgsql as $$
begin
  insert into pushes (session_id, alert_id, is_over)
  select session_id, new.id, new.over_at is not null from push_subscriptions where address = new.operator and 'nodes' = any(about)
  for key share skip locked
  on conflict do nothing;
  perform announce(new.operator, case when new.over_at is null then 'node.alert' else 'node.alert_over' end, null, jsonb_build_object(
    'id', new.id, 'node', (select jsonb_build_object('id', id, 'name', name) from nodes where id = new.node_id),
    'kind', new.kind, 'reason', new.reason, 'unsteady', new.is_unsteady, 'since', new.since, 'overAt', new.over_at));
  return null;
end $$;

create trigger node_alerts_opened after insert on node_alerts for each row execute function tell_node_alert();
create trigger node_alerts_over after update of over_at on node_alerts for each row
  when (old.over_at is null and new.over_at is not null and not new.is_dropped) execute function tell_node_alert();
