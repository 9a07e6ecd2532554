-- concurrently
create unique index concurrently jobs_position on jobs (position) where position is not null;
create unique index concurrently attempts_finished_once on attempts (job_id) where state = 'finished';
create index concurrently ledger_entries_id on ledger_entries using brin (id) with (autosummarize = on);
create index concurrently jobs_open_payer on jobs (payer) where status in ('queued', 'running');
