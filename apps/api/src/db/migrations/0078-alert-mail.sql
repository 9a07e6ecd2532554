-- Where alerts are mailed to: one address a person.
create table mail_addresses (
  address text primary key,
  email text not null,
  -- Of the link that asks whether it may be used; null once it was followed.
  confirm_hash text,
  confirm_until timestamptz check ((confirm_until is null) = (confirm_hash is null)),
  confirmed_at timestamptz,
  -- In every mail: who has it can end the mails, and do nothing else.
  stop_token text not null unique,
  created_at timestamptz not null
);

-- Whom not to ask again yet, no matter who asks. The hash of the e-mail address alone.
create table mail_recipients (
  email_hash text primary key,
  not_before timestamptz not null
);

-- Mails that are to be sent: about an alert, or the question whether the address may be used.
create table mails (
  id uuid primary key default gen_random_uuid(),
  address text not null references mail_addresses on delete cascade,
  alert_id uuid references node_alerts on delete cascade,
  is_over boolean not null default false,
  -- Of the question; it leaves with the mail.
  confirm_token text check ((confirm_token is null) = (alert_id is not null)),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  try_after timestamptz not null default now()
);
create unique index mails_alert on mails (address, alert_id, is_over);
create index mails_alert_id on mails (alert_id);
create index mails_try_after on mails (try_after);

create function mail_node_alert() returns trigger language plpgsql as $$
begin
  insert into mails (address, alert_id, is_over)
  select address, new.id, new.over_at is not null from mail_addresses where address = new.operator and confirmed_at is not null
  for key share skip locked
  on conflict do nothing;
  return null;
end $$;

create trigger node_alerts_opened_mail after insert on node_alerts for each row execute function mail_node_alert();
create trigger node_alerts_over_mail after update of over_at on node_alerts for each row
  when (old.over_at is null and new.over_at is not null and not new.is_dropped) execute function mail_node_alert();
