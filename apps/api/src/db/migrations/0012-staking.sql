-- What people have staked, as last read from the chain; a block of null asks for it to be read anew.
create table stakes (
  address text primary key references users (address) on delete cascade,
  amount numeric not null,
  block bigint,
  read_at timestamptz not null
);

-- One row: which contract on which chain was read, up to which block, and when it last answered.
create table staking_state (
  id boolean primary key default true check (id),
  place text,
  block bigint,
  read_at timestamptz
);
insert into staking_state (id) values (true);
