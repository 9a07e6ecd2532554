create table rate_windows (
  key text not null,
  starts_at timestamptz not null,
  count integer not null,
  primary key (key, starts_at)
);
-- For the sweep that forgets old windows.
create index rate_windows_starts_at on rate_windows (starts_at);

create table feedback_reports (
  id uuid primary key,
  kind text not null check (kind in ('bug', 'idea', 'praise')),
  title text not null,
  description text not null,
  created_at timestamptz not null
);
