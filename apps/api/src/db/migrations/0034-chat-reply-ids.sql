-- Replies to chat messages carry the ids of both messages. Those that are stored for repeated requests get them as well.
update idempotency_keys stored
set answer = stored.answer || jsonb_build_object('messageIds', jsonb_build_object('question', question.id, 'answer', reply.id))
from chat_messages reply
cross join lateral (
  select id from chat_messages asked
  where asked.thread_id = reply.thread_id and asked.role = 'user' and asked.position < reply.position
  order by asked.position desc limit 1
) question
where stored.scope like '% POST /chat' and stored.answer ? 'threadId' and not stored.answer ? 'messageIds'
  and reply.thread_id = (stored.answer ->> 'threadId')::uuid and reply.role = 'infra' and reply.text = stored.answer ->> 'message';

-- The thread was deleted meanwhile.
delete from idempotency_keys where scope like '% POST /chat' and answer ? 'threadId' and not answer ? 'messageIds';
