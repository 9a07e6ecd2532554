-- Versions of the node agent, and when the network first served each: a node takes none that is older than its own.
create table agent_releases (
  version text primary key,
  integrity text not null,
  released_at timestamptz not null default now()
);

alter table nodes
  add column agent_version text,
  -- The version that the node last tried to take.
  add column update_version text,
  -- While it may update: no more than a tenth of an operator's nodes do at once.
  add column update_until timestamptz,
  -- Why it did not take that version.
  add column update_problem text;
alter table nodes drop constraint nodes_away_check;
alter table nodes add constraint nodes_away_check
  check (away in ('hours', 'in_use', 'load', 'battery', 'temperature', 'paused', 'updating')) not valid;
