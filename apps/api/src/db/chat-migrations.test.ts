import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { migrate } from './migrate.ts'

const ADDRESS = '0x00000000000000000000000000000000000000a1'

/** A database as it was after this migration, with one conversation of that time. */
async function conversationAt(until: string) {
  const url = await createTestDatabase('template1')
  await migrate(url, { until })
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const thread = randomUUID()
  const [question, answer] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into users (address, created_at) values ('${ADDRESS}', now());
    insert into chat_threads values ('${thread}', '${ADDRESS}', 'what is a node', now(), 2);
    insert into chat_messages (id, thread_id, role, text, created_at) values
      ('${question}', '${thread}', 'user', 'what is a node', now()),
      ('${answer}', '${thread}', 'infra', 'A machine. [[mood:happy]]', now())`,
  )
  return { url, client, thread, question, answer }
}

test('[I-1] migrates old messages to the roles of the specification, and accepts no other role', async () => {
  const { url, client, thread } = await conversationAt('0038-replace-ledger-index.sql')
  await migrate(url)
  const { rows } = await client.query('select role, content from chat_messages order by position')
  expect(rows).toEqual([
    { role: 'user', content: 'what is a node' },
    { role: 'assistant', content: 'A machine. [[mood:happy]]' },
  ])
  const insert = (role: string) =>
    client.query(
      `insert into chat_messages (id, thread_id, role, content, created_at) values ($1, $2, $3, 'x', now())`,
      [randomUUID(), thread, role],
    )
  for (const role of ['infra', 'system']) await expect(insert(role)).rejects.toThrow('chat_messages_role')
  const { rows: checks } = await client.query(
    `select convalidated from pg_constraint where conname = 'chat_messages_role'`,
  )
  expect(checks).toEqual([{ convalidated: true }])
})

test('adds the message ids to a reply that an earlier version stored without them', async () => {
  const { url, client, thread, question, answer } = await conversationAt('0033-leases-valid.sql')
  const stored = { message: 'A machine. [[mood:happy]]', threadId: thread, offer: null }
  await client.query(
    `insert into idempotency_keys (scope, key, payload_hash, answer, created_at)
      values ('${ADDRESS} POST /chat', 'before', 'x', $1, now())`,
    [stored],
  )
  await migrate(url)
  const { rows } = await client.query(`select answer from idempotency_keys where key = 'before'`)
  expect(rows).toEqual([{ answer: { ...stored, messageIds: { question, answer } } }])
})

test('[finding U2] migrates old offers to orders, and starts each conversation with an empty state', async () => {
  const { url, client, thread } = await conversationAt('0038-replace-ledger-index.sql')
  await migrate(url, { until: '0056-trust-indexes.sql' })
  await client.query(
    `insert into chat_messages (id, thread_id, role, content, offer, created_at)
    values ($1, $2, 'assistant', 'Here.', '{"appId": "echo", "input": {"text": "x"}}', now())`,
    [randomUUID(), thread],
  )
  await migrate(url)
  const { rows } = await client.query('select offer from chat_messages where offer is not null')
  expect(rows).toEqual([{ offer: { kind: 'order', appId: 'echo', input: { text: 'x' } } }])
  expect((await client.query('select state from chat_threads')).rows).toEqual([{ state: {} }])
})
