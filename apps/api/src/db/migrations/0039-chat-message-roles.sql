-- Nothing else updates messages, and an earlier version can no longer insert any: this waits for nobody and blocks nobody.
update chat_messages set role = 'assistant' where role = 'infra';
alter table chat_messages validate constraint chat_messages_role;
