-- The version of the node protocol that the agent spoke when it last signed in. From 2 on its receipts must name engine, model and weights.
alter table nodes add column protocol integer not null default 1;
