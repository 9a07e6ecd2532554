-- States that cannot be. Not checked for what is there yet: the next migration does that without keeping anyone waiting.
alter table jobs
  add constraint jobs_running_means_leased check (
    (status = 'running') = (lease_token is not null)
    and num_nulls(lease_token, lease_until, run_until) in (0, 3)
    and (status <> 'running' or num_nulls(node_id, attempt_id, started_at) = 0)
  ) not valid,
  add constraint jobs_queued_means_free check (status <> 'queued' or num_nonnulls(node_id, attempt_id) = 0) not valid,
  add constraint jobs_ended_means_placed check (
    (status in ('finished', 'error', 'cancelled')) = (finished_at is not null) and (finished_at is null) = (position is null)
  ) not valid,
  add constraint jobs_finished_means_receipt check (
    (status = 'finished') = (receipt is not null)
    and (status <> 'finished' or num_nulls(node_id, attempt_id, started_at) = 0)
  ) not valid,
  add constraint jobs_error_means_reason check ((status = 'error') = (reason is not null)) not valid,
  add constraint jobs_payer_fkey foreign key (payer) references ledger_accounts not valid,
  add constraint jobs_user_address_fkey foreign key (user_address) references users not valid,
  add constraint jobs_node_id_fkey foreign key (node_id) references nodes not valid;

alter table attempts
  add constraint attempts_node_id_fkey foreign key (node_id) references nodes not valid,
  add constraint attempts_finished_means_result check ((state = 'finished') = (result_hash is not null)) not valid;

alter table file_uses add constraint file_uses_job_id_fkey foreign key (job_id) references jobs not valid;
alter table favorites add constraint favorites_user_address_fkey foreign key (user_address) references users not valid;
alter table job_reports add constraint job_reports_user_address_fkey foreign key (user_address) references users not valid;
alter table node_link_tokens
  add constraint node_link_tokens_operator_fkey foreign key (operator) references users on delete cascade not valid;

-- The number of a closed account stays, with nothing behind it.
alter table ledger_accounts
  add constraint ledger_accounts_closed_means_empty check (address is not null or (available, held, pending) = (0, 0, 0)) not valid;

create function refuse_open_job() returns trigger language plpgsql as $$
begin
  raise exception 'job % is open: what is held for it would be lost', old.id using errcode = 'restrict_violation';
end $$;
create trigger jobs_open_stay before delete on jobs for each row
  when (old.status in ('queued', 'running')) execute function refuse_open_job();

-- At the end of the transaction: an open job has its hold, and one that ended has its price settled or given back. Claims and
-- progress change none of it and are not looked at.
create function check_paid() returns trigger language plpgsql as $$
begin
  if new.status in ('queued', 'running') then
    if not exists (select from ledger_entries where event = 'hold:' || new.id)
      or exists (select from ledger_entries where event in ('settle:' || new.id, 'refund:' || new.id)) then
      raise exception 'job % is open without a hold', new.id using errcode = 'check_violation';
    end if;
  elsif not exists (
    select from ledger_entries where event = case when new.status = 'finished' then 'settle:' else 'refund:' end || new.id
  ) then
    raise exception 'job % has ended and was neither settled nor refunded', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger jobs_held after insert on jobs deferrable initially deferred for each row
  when (new.status in ('queued', 'running')) execute function check_paid();
create constraint trigger jobs_paid after update of status on jobs deferrable initially deferred for each row
  when ((old.finished_at is null) <> (new.finished_at is null)) execute function check_paid();

-- What the entries of an account add up to, up to one of them: the check of the books goes on from there.
create table ledger_sums (
  account bigint primary key references ledger_accounts,
  entry bigint not null,
  available bigint not null,
  held bigint not null,
  pending bigint not null
);
-- How far the recent events were looked at, and where the slow walk through everything is.
alter table ledger_state
  add column events_until bigint not null default 0,
  add column walked_account bigint not null default 0,
  add column walked_event text not null default '',
  add column walked_at timestamptz;
