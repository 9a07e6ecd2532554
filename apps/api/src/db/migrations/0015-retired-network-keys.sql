-- Keys that countersigned receipts before the one of today: what they signed stays good, and can be checked by their address.
-- Their secret halves are not kept.
create table retired_network_keys (
  address text primary key,
  until timestamptz not null
);
