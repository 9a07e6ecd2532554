-- What the search knows of a job. A row exists exactly as long as its job is in the feed: the triggers below see to it, in the transaction
-- that changes the job. Words and vector follow a moment later.
create table search_entries (
  job_id uuid primary key references jobs on delete cascade,
  app_id text not null,
  position bigint not null,
  words tsvector,
  -- The embedding of its text: a byte for each dimension, and the sign of each as a bit.
  vector bytea,
  signs bytea check ((signs is null) = (vector is null)),
  -- The transaction that wrote the vector: API processes read what they have not seen yet.
  written_by xid8 check ((written_by is null) = (vector is null)),
  -- What its picture shows; empty where it has none or nothing is known, null where nobody has looked yet.
  alt text,
  -- Where there is no vector or alternative text yet: not to be tried before.
  try_after timestamptz not null default now()
);
create index search_entries_words on search_entries using gin (words);
create index search_entries_position on search_entries (position);
create index search_entries_app on search_entries (app_id, position);
create index search_entries_written on search_entries (written_by, job_id) where written_by is not null;
create index search_entries_waiting on search_entries (try_after) where vector is null;
create index search_entries_unseen on search_entries (position) where alt is null and vector is not null;

create function follow_feed() returns trigger language plpgsql as $$
begin
  if new.status = 'finished' and new.visibility = 'public' and not new.hidden then
    insert into search_entries (job_id, app_id, position) values (new.id, new.app_id, new.position) on conflict do nothing;
  else
    delete from search_entries where job_id = new.id;
  end if;
  return null;
end $$;

create trigger jobs_search_insert after insert on jobs for each row
  when (new.status = 'finished' and new.visibility = 'public' and not new.hidden) execute function follow_feed();
create trigger jobs_search_update after update of status, visibility, hidden on jobs for each row
  when ((old.status = 'finished' and old.visibility = 'public' and not old.hidden)
    is distinct from (new.status = 'finished' and new.visibility = 'public' and not new.hidden)) execute function follow_feed();
