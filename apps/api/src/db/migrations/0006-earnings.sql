-- Whose figures they are, as the ledger numbers accounts; 0 where no node had the job. A node may be linked to another
-- operator some day, and what it earned before that is not theirs.
alter table stats_hours add column account bigint not null default 0;
update stats_hours s set account = n.account from nodes n where n.id = s.node_id;
alter table stats_hours drop constraint stats_hours_pkey, add primary key (hour, app_id, node_id, account);
create index stats_hours_account on stats_hours (account, hour);
