-- Questions to Infra that have no answer yet, so that a page that was reloaded can take the answer up again.
create table chat_questions (
  id uuid primary key,
  address text not null references users (address) on delete cascade,
  -- May name a thread that begins with this question: it is inserted together with the answer.
  thread_id uuid not null,
  message text not null,
  started_at timestamptz not null,
  -- No longer believed after this: the process that worked on it is gone.
  expires_at timestamptz not null
);
create index chat_questions_address on chat_questions (address);
create index chat_questions_expires_at on chat_questions (expires_at);
