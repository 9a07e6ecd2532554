-- concurrently
create index concurrently ledger_entries_key on ledger_entries (key_id, id) include (bucket, amount) where key_id is not null;

-- How many jobs of a key are open.
create index concurrently jobs_open_of_key on jobs (key_id) where key_id is not null and status in ('queued', 'running');
