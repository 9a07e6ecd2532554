-- Who sent it, where they were signed in, and what became of it.
alter table feedback_reports
  add column user_address text,
  add column contact text not null default '',
  add column diagnostics jsonb,
  add column state text not null default 'new' check (state in ('new', 'open', 'planned', 'fixed', 'declined')),
  add column answer text not null default '',
  add column answered_at timestamptz,
  add column devlog_entry text;
create index feedback_reports_user on feedback_reports (user_address, id);
create index feedback_reports_state on feedback_reports (state, id);
-- Written as the query is: what sounds alike is found by the stems of its words.
create index feedback_reports_words on feedback_reports using gin (to_tsvector('english', title));

create table feedback_files (
  report_id uuid not null references feedback_reports on delete cascade,
  place smallint not null,
  sha256 text not null references blobs,
  primary key (report_id, place)
);
create index feedback_files_sha256 on feedback_files (sha256);

-- What a moderator made of it; null while it waits.
alter table job_reports add column outcome text check (outcome in ('hidden', 'dismissed'));
create index job_reports_open on job_reports (job_id) where outcome is null;
create index job_reports_by_user on job_reports (user_address, created_at desc, job_id);

-- In a moderator's words, for the owner.
alter table jobs add column hidden_why text;

alter table users add column avatar text references blobs;
create index users_avatar on users (avatar);

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
create index audit_events_acts on audit_events (id)
  where kind in ('job_hidden', 'job_restored', 'reports_dismissed', 'feedback_answered');
