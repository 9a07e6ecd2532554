-- Figures that are kept as jobs end, so that a read costs the same with one node and with ten thousand.

-- Of all nodes together, by hour and app.
create table network_hours (
  hour timestamptz not null,
  app_id text not null,
  finished integer not null,
  failed integer not null,
  run_buckets integer[] not null,
  wait_buckets integer[] not null,
  primary key (hour, app_id)
);

-- Of one node, from its first job on. Everything up to `until_hour` is in the uptimes; the hours since then are in node_hours.
create table node_figures (
  node_id text primary key references nodes on delete cascade,
  finished integer not null default 0,
  failed integer not null default 0,
  credits bigint not null default 0,
  run_buckets integer[] not null default '{}',
  -- Of the last 24 hours.
  day_finished integer not null default 0,
  minutes_day integer not null default 0,
  minutes_week integer not null default 0,
  minutes_month integer not null default 0,
  -- Of the last week, as a share of it or of the node's life where that is shorter: what lists are sorted by.
  uptime real not null default 0,
  until_hour timestamptz not null default '-infinity',
  -- The lower bound of the 95 % interval: one success out of one is no better record than 999 out of 1,000. 1.96² is 3.8416.
  success real generated always as (
    case when finished + failed > 0 then (
      finished + 1.9208 - 1.96 * sqrt(finished::float8 * failed / (finished + failed) + 0.9604)
    ) / (finished + failed + 3.8416) else -1 end
  ) stored
);

-- How many nodes, jobs that run and jobs that wait there are: counted at most every second by one process for all.
create table network_now (
  id boolean primary key default true check (id),
  counted_at timestamptz not null default '-infinity',
  -- How long counting took, in milliseconds. The longer it takes, the longer the counts are used.
  took_ms real not null default 0,
  counts jsonb not null default '{}'
);
insert into network_now default values;

insert into network_hours (hour, app_id, finished, failed, run_buckets, wait_buckets)
select hour, app_id, sum(finished), sum(failed),
  (select array_agg(total order by place) from (
    select place, sum(count)::integer as total from stats_hours b, unnest(b.run_buckets) with ordinality as bucket (count, place)
    where b.hour = s.hour and b.app_id = s.app_id group by place) runs),
  (select array_agg(total order by place) from (
    select place, sum(count)::integer as total from stats_hours b, unnest(b.wait_buckets) with ordinality as bucket (count, place)
    where b.hour = s.hour and b.app_id = s.app_id group by place) waits)
from stats_hours s group by hour, app_id;

insert into node_figures (node_id, finished, failed, credits, run_buckets)
select n.id, coalesce(s.finished, 0), coalesce(s.failed, 0), coalesce(s.credits, 0), coalesce(s.run_buckets, '{}')
from nodes n
left join lateral (
  select sum(finished) as finished, sum(failed) as failed, sum(credits) as credits,
    (select array_agg(total order by place) from (
      select place, sum(count)::integer as total from stats_hours b, unnest(b.run_buckets) with ordinality as bucket (count, place)
      where b.node_id = n.id group by place) runs) as run_buckets
  from stats_hours where node_id = n.id
) s on true;

-- A node has its figures from the start, so that a list that is sorted by them has every node.
create function add_node_figures() returns trigger language plpgsql as $$
begin
  insert into node_figures (node_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger nodes_have_figures after insert on nodes for each row execute function add_node_figures();

-- For each order of the list of nodes, and for what it is filtered by.
create index node_figures_finished on node_figures (finished, node_id);
create index node_figures_success on node_figures (success, node_id);
create index node_figures_uptime on node_figures (uptime, node_id);
create index node_figures_credits on node_figures (credits, node_id);
create index node_figures_day on node_figures (day_finished, node_id);
create index node_figures_until on node_figures (until_hour);
create index nodes_name on nodes (lower(name), id);
create index nodes_created on nodes (created_at, id);
create index nodes_apps on nodes using gin (apps jsonb_path_ops);
