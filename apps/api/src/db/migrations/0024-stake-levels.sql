-- Since when a person has held at least this much without a break: one row for each level that an increase reached. A
-- decrease removes the levels above it. A level counts towards the tier once it is a day old.
create table stake_levels (
  address text not null references stakes (address) on delete cascade,
  amount numeric not null check (amount > 0),
  since timestamptz not null,
  primary key (address, amount)
);

-- Stakes that counted before count on.
insert into stake_levels (address, amount, since)
select address, amount, read_at - interval '1 day' from stakes where amount > 0;
