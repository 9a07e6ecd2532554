-- What a moderator has hidden, by hash: of each file and text of the job, and of the order itself (app, input and seed).
-- No reference to the job: deleting it doesn't undo the decision.
create table takedowns (
  hash text primary key,
  job_id uuid,
  at timestamptz not null
);

create function was_taken_down(job jobs, outputs jsonb) returns boolean language sql stable as $$
  select exists (
    select from takedowns where hash = any (
      array[job.input_hash]
      || array(select output->>'sha256' from jsonb_array_elements(outputs) output)
      || array(select sha256 from file_uses where job_id = job.id)
    )
  ) or exists (
    select from jobs parent where parent.id = job.parent_id and parent.hidden
      and parent.hidden_because is distinct from 'unjudged'
  )
$$;

alter table jobs drop constraint jobs_hidden_because_check;
alter table jobs add constraint jobs_hidden_because_check
  check (hidden_because in ('unjudged', 'explicit', 'hidden_before'));

insert into takedowns (hash, job_id, at)
select distinct on (hash) hash, id, now() from jobs,
  lateral (
    select input_hash as hash
    union select output->>'sha256' from jsonb_array_elements(outputs) output
    union select sha256 from file_uses where job_id = jobs.id
  ) hashes
where hidden and hidden_because is null
  -- The hash of no text at all.
  and hash <> 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
order by hash, id;
