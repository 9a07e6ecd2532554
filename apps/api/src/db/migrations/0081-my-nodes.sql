-- How operators sort their nodes, for nobody else.
alter table nodes add column tags text[] not null default '{}';

-- What is free on its disk and what it needs, as the agent says when it signs in.
alter table nodes add column disk jsonb;
alter table node_alerts drop constraint node_alerts_kind_check;
alter table node_alerts add constraint node_alerts_kind_check
  check (kind in ('offline', 'failing', 'suspended', 'disk', 'idle')) not valid;

-- Nodes that take jobs, and since when without a break; and why one has had none for an unusual time.
create table available_nodes (
  node_id text primary key references nodes,
  since timestamptz not null default now(),
  idle_since timestamptz,
  idle_because text,
  check ((idle_since is null) = (idle_because is null))
);
alter table alert_watch add column idle_swept_at timestamptz not null default now();

-- The last lines of the logs of agents whose operators want to read them here.
create table node_logs (
  node_id text primary key references nodes,
  lines text[] not null,
  updated_at timestamptz not null default now()
);
