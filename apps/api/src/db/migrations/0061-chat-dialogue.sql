-- What a conversation is about, so that "and how much is that?" has an answer.
alter table chat_threads add column state jsonb not null default '{}';
-- An offer is one of several kinds now; until here all of them were orders.
update chat_messages set offer = offer || '{"kind": "order"}' where offer is not null;
