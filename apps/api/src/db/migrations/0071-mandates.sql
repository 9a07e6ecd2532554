-- What wallets signed for keys (EIP-712), so that anyone can check later what was granted.
create table mandates (
  key_id uuid primary key references api_keys on delete cascade,
  -- Each is good once.
  nonce text not null unique,
  message jsonb not null,
  signature text not null
);

-- Programs that ask for a key, until a person has answered.
create table mandate_requests (
  code text primary key,
  asked jsonb not null,
  network text not null,
  outcome text check (outcome in ('granted', 'refused')),
  expires_at timestamptz not null
);
create index mandate_requests_network on mandate_requests (network);
create index mandate_requests_expires_at on mandate_requests (expires_at);
