-- A chat message is {content, role: user or assistant}, as the specification says it. Quick: the rows are changed by the next file.
alter table chat_messages rename column text to content;
-- Not valid: it holds for what is written from now on, and the rows of before may still say 'infra'.
alter table chat_messages
  drop constraint chat_messages_role_check,
  add constraint chat_messages_role check (role in ('user', 'assistant')) not valid;
