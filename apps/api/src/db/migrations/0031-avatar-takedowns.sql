-- A picture that a moderator took down as an avatar: whose it was, and why, in the moderator's words.
-- The hash stays refused when the account is deleted; whose picture it was is forgotten.
alter table takedowns
  add column user_address text references users on delete set null,
  add column why text;
create index takedowns_user on takedowns (user_address) where user_address is not null;

drop index audit_events_acts;
create index audit_events_acts on audit_events (id)
  where kind in ('job_hidden', 'job_restored', 'reports_dismissed', 'feedback_answered', 'avatar_hidden', 'avatar_restored');
