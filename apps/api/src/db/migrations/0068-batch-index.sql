-- concurrently
create index concurrently jobs_batch on jobs (batch_id, batch_place) where batch_id is not null;
