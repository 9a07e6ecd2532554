-- Jobs by which Infra speaks. They hold what a person said, so they are deleted with the answer, or, where a process died meanwhile, soon after.
create table chat_runs (
  job_id uuid primary key,
  started_at timestamptz not null default now()
);
