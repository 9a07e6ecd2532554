-- What moderators decided about nodes and their operators. Rows stay when a node is removed or an account is deleted: neither undoes
-- the decision. The record of moderation (audit_events) has the same, append-only.
create table sanctions (
  id uuid primary key,
  kind text not null check (kind in ('suspended', 'banned')),
  -- Null where it is about the operator with all of their nodes.
  node_id text,
  -- Of the operator, in lower case.
  operator text not null,
  why text not null,
  at timestamptz not null,
  appeal text,
  appealed_at timestamptz,
  answer text,
  answered_at timestamptz,
  lifted_at timestamptz,
  lifted_why text,
  check ((appeal is null) = (appealed_at is null) and (answer is null) = (answered_at is null)),
  check (answer is null or appeal is not null),
  check ((lifted_at is null) = (lifted_why is null))
);
-- One decision in force at a time.
create unique index sanctions_node on sanctions (node_id) where lifted_at is null and node_id is not null;
create unique index sanctions_operator on sanctions (operator) where lifted_at is null and node_id is null;
create index sanctions_of on sanctions (operator, id);
create index sanctions_appealed on sanctions (id) where appeal is not null and answer is null and lifted_at is null;

-- Why it gets no jobs, as its operator reads it; follows the sanctions that are in force.
alter table nodes add column suspended_because text;
