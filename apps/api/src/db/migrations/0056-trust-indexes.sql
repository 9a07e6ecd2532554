-- concurrently
create index concurrently attempts_false_votes on attempts (node_id, ended_at) where vote = 'false';
create index concurrently attempts_drawn on attempts (drawn_on, id) where drawn_on is not null;
