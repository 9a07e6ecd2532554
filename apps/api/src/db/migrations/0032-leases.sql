-- The lease of a running job, with what changes at every beat: a small row of its own, so that a beat neither rewrites the row that
-- the feed reads nor touches its indexes. It exists exactly as long as its job runs.
create table leases (
  job_id uuid primary key references jobs on delete cascade,
  attempt_id uuid not null unique,
  node_id text not null references nodes,
  lease_token text not null,
  lease_until timestamptz not null,
  -- However often the lease is renewed, the attempt ends then.
  run_until timestamptz not null,
  progress real not null default 0,
  stage text not null default '',
  partial_text text,
  -- A picture half painted, as its owner sees it while the job runs: a small WebP, in base64.
  preview text,
  -- How often the above changed; added to the job's own count when the lease ends.
  changes integer not null default 0
)
-- Room on the page for the next version, so that a beat adds no index entry.
with (fillfactor = 50);
create index leases_node on leases (node_id);

insert into leases (job_id, attempt_id, node_id, lease_token, lease_until, run_until, progress, stage, partial_text, preview)
select id, attempt_id, node_id, lease_token, lease_until, run_until, progress, stage, partial_text, preview
from jobs where status = 'running';

drop index jobs_running;
drop index jobs_attempt;
alter table jobs
  drop constraint jobs_running_means_leased,
  drop column lease_token,
  drop column lease_until,
  drop column run_until,
  drop column progress,
  drop column stage,
  drop column partial_text,
  drop column preview,
  add constraint jobs_running_means_tried check (
    status <> 'running' or num_nulls(node_id, attempt_id, started_at) = 0
  ) not valid;

-- At the end of the transaction a job runs if and only if the attempt that it names has a lease.
create function check_lease(job uuid) returns void language plpgsql as $$
begin
  if exists (
    select from jobs left join leases on leases.job_id = jobs.id
    where jobs.id = job and case
      when leases.job_id is null then jobs.status = 'running'
      else not (jobs.status = 'running' and leases.attempt_id = jobs.attempt_id and leases.node_id = jobs.node_id) end
  ) then
    raise exception 'job % runs without its lease, or has a lease and does not run', job using errcode = 'check_violation';
  end if;
end $$;
create function check_lease_of_job() returns trigger language plpgsql as $$
begin
  perform check_lease(new.id);
  return null;
end $$;
create function check_job_of_lease() returns trigger language plpgsql as $$
begin
  perform check_lease(coalesce(new.job_id, old.job_id));
  return null;
end $$;
create constraint trigger jobs_inserted_leased after insert on jobs deferrable initially deferred for each row
  when (new.status = 'running') execute function check_lease_of_job();
create constraint trigger jobs_leased after update of status on jobs deferrable initially deferred for each row
  when ((old.status = 'running') <> (new.status = 'running')) execute function check_lease_of_job();
create constraint trigger leases_running after insert or delete or update of job_id, attempt_id, node_id on leases deferrable initially deferred for each row
  execute function check_job_of_lease();
