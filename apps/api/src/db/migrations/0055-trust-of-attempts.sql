-- Whether its node was known or better. What fails below that is not held against the job.
alter table attempts add column is_known boolean not null default true;

-- Whether the record was opened as one of the network's own nodes, which are trusted without a single check.
update trust_records set record = record
  || jsonb_build_object('isReference', level = 'trusted' and (record -> 'entrance' ->> 'passed')::int = 0);

-- The day whose key drew whether the result is checked.
alter table attempts add column drawn_on date;
