-- The first index of 0050-queue-indexes.sql has all that this one had.
drop index jobs_queue;
alter index jobs_queue_all rename to jobs_queue;
