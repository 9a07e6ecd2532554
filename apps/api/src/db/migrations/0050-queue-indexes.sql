-- concurrently
-- The queue without the runs of checks, which are for one node each.
create index concurrently jobs_queue_all on jobs (app_id, app_version, turn, id) where status = 'queued' and for_node_id is null;

-- What nodes that get no private jobs look at.
create index concurrently jobs_queue_public on jobs (app_id, app_version, turn, id)
  where status = 'queued' and for_node_id is null and visibility = 'public';

create index concurrently jobs_for_node on jobs (for_node_id, id) where status = 'queued' and for_node_id is not null;
