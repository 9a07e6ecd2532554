create table users (
  -- Lower case, so that one address is one user however it was written.
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  name text,
  name_key text unique,
  bio text not null default '',
  created_at timestamptz not null,
  check ((name is null) = (name_key is null))
);

create table challenges (
  nonce text primary key,
  address text not null,
  message text not null,
  expires_at timestamptz not null,
  -- Kept until it expires, so that a second use can be told from an unknown nonce.
  used_at timestamptz
);
create index challenges_address on challenges (address);
create index challenges_expires_at on challenges (expires_at);

create table sessions (
  id uuid primary key,
  address text not null references users (address) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  refreshed_at timestamptz not null,
  refresh_id uuid not null,
  previous_refresh_id uuid,
  user_agent text not null,
  revoked_at timestamptz
);
create index sessions_address on sessions (address);
create index sessions_expires_at on sessions (expires_at);

create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null,
  retires_at timestamptz
);

-- Who did what that may have to be explained later. No foreign key: it outlives the account.
create table audit_events (
  id uuid primary key,
  at timestamptz not null,
  kind text not null,
  address text not null,
  details jsonb not null
);
