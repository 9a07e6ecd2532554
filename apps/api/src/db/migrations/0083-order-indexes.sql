-- concurrently
-- What keys spent is the sum of these; lines of other buckets don't count.
create index concurrently ledger_entries_spent_by_key on ledger_entries (key_id, id) include (amount) where key_id is not null and bucket in ('available', 'granted');

-- Only for queries by payer: orders look for the open jobs of their person, and the planner preferred to read all open jobs here.
create index concurrently jobs_open_of_payer on jobs (payer) where payer is not null and status in ('queued', 'running');
