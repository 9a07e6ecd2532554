create table chat_threads (
  id uuid primary key,
  address text not null references users (address) on delete cascade,
  title text not null,
  updated_at timestamptz not null,
  -- The place of its last message among all messages: lists are read by it.
  position bigint not null
);
create index chat_threads_address on chat_threads (address, position desc);

-- What was said and what was answered come together, or not at all.
create table chat_messages (
  id uuid primary key,
  position bigint not null generated always as identity,
  thread_id uuid not null references chat_threads (id) on delete cascade,
  role text not null check (role in ('user', 'infra')),
  text text not null,
  offer jsonb,
  created_at timestamptz not null
);
create unique index chat_messages_thread on chat_messages (thread_id, position);
