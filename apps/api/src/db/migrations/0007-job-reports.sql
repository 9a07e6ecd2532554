-- What people told the moderators about public jobs: one a person and job.
create table job_reports (
  user_address text not null,
  job_id uuid not null references jobs on delete cascade,
  reason text not null check (reason in ('explicit', 'hateful', 'personal', 'illegal', 'other')),
  note text not null,
  created_at timestamptz not null,
  primary key (user_address, job_id)
);
create index job_reports_job on job_reports (job_id);
