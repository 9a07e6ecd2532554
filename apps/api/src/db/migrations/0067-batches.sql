-- Many jobs that were ordered at once.
create table job_batches (
  id uuid primary key,
  address text not null,
  count integer not null,
  price bigint not null,
  created_at timestamptz not null default now(),
  -- Set once all of its jobs have ended.
  finished_at timestamptz
);
create index job_batches_address on job_batches (address);
create index job_batches_open on job_batches (id) where finished_at is null;

alter table jobs add column batch_id uuid, add column batch_place integer, add column batch_ref text;

create or replace function announce_ended_job() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where address = new.user_address and stopped_at is null) then
    perform announce(new.user_address, 'job.' || new.status, new.id, jsonb_build_object(
      'id', new.id, 'app', new.app_id || '@' || new.app_version, 'status', new.status, 'reason', new.reason, 'seq', new.seq,
      'credits', coalesce(new.charged, 0), 'key', new.key_id, 'batch', new.batch_id, 'ref', new.batch_ref, 'outputs', coalesce((
        select jsonb_agg(jsonb_build_object('name', o -> 'name', 'kind', o -> 'kind', 'mime', o -> 'mime', 'bytes', o -> 'bytes',
          'sha256', o -> 'sha256', 'text', case when length(o ->> 'text') <= 4000 then o -> 'text' end))
        from jsonb_array_elements(new.outputs) o), '[]')));
  end if;
  return null;
end $$;
