-- concurrently
create index concurrently attempts_false_votes on attempts (node_id, ended_at) where vote = 'false';
