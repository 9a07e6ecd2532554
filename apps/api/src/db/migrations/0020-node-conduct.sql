-- The last 20 tries of a node, one bit each, the newest lowest: 1 is a failure. It takes the place of a count that one good job set to zero.
alter table nodes add column recent_tries integer not null default 0;
alter table nodes drop column failures_in_row;
-- How often the network paused it: each pause is twice as long as the one before. A day after a pause takes one off.
alter table nodes add column pauses integer not null default 0;

-- Apps that it could not fetch the weights of, each with the time until which it is not given them, and how often that was.
alter table nodes add column paused_apps jsonb not null default '{}';

-- Whose node it was, by the operator's account of the ledger, which stays when the account is deleted.
alter table attempts add column account bigint;
update attempts set account = nodes.account from nodes where nodes.id = attempts.node_id;
-- The node said that no other node could do better. Confirmed by another operator; false where another node finished the job.
alter table attempts add column vote text check (vote in ('open', 'confirmed', 'false'));

-- The operators whose nodes failed or gave back the job: passed over until `avoid_until`.
alter table jobs add column avoid_accounts bigint[] not null default '{}';
