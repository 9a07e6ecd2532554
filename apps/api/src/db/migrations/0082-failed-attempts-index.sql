-- concurrently
create index concurrently attempts_failed_of_node on attempts (node_id, ended_at) where state in ('failed', 'lapsed');
