import { randomUUID } from 'node:crypto'
import {
  type ChatReply,
  deleteChatThread,
  getChatThread,
  listChatThreads,
  MESSAGE_CHARACTERS_MAX,
  sendChatMessage,
} from '@infra/protocol/chat'
import { takeMood } from '@infra/protocol/moods'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { beforeEach, expect, test } from 'vitest'
import { chatMessages, chatThreads } from '../db/chat-tables.ts'
import { eventually } from '../test/eventually.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { signInSomeone } from '../test/person.ts'
import { eventsOf, sendMessage } from '../test/send-message.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { clock, deps } = testApi
const alice = await signInSomeone(testApi)

beforeEach(() => {
  // Each test has its own rate-limit window, before the token expires.
  clock.now = new Date(clock.now.getTime() + 1_000)
})

const ask = (message: string, thread_id?: string, person = alice) =>
  person.call(sendChatMessage, { body: { message, thread_id } })

test('[R-API-8] [I-1] [I-9] a message starts a thread, the next continues it, and both are kept with their answers', async () => {
  const first = await ask('How many credits do I have?')
  expect(first).toEqual({
    message: expect.stringContaining('500 credits'),
    threadId: expect.any(String),
    offer: null,
    messageIds: { question: expect.any(String), answer: expect.any(String) },
  })
  const second = await ask('what is a receipt', first.threadId)
  expect(second.threadId).toBe(first.threadId)

  const thread = await alice.call(getChatThread, { params: { id: first.threadId } })
  expect(thread.title).toBe('How many credits do I have?')
  expect(thread.messages.map(({ id }) => id)).toEqual(
    [first, second].flatMap(({ messageIds }) => [messageIds.question, messageIds.answer]),
  )
  expect(thread.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'How many credits do I have?'],
    ['assistant', first.message],
    ['user', 'what is a receipt'],
    ['assistant', second.message],
  ])
})

test('repeated requests with one idempotency key, even at once, are answered once; another message with that key is refused', async () => {
  const say = (message: string) =>
    alice.call(sendChatMessage, { headers: { 'idempotency-key': 'once' }, body: { message } })
  const [first, ...again] = await Promise.all([say('hello'), say('hello'), say('hello')])
  expect([...again, await say('hello')]).toEqual([first, first, first])
  const { messages } = await alice.call(getChatThread, { params: { id: first!.threadId } })
  expect(messages).toHaveLength(2)
  await expect(say('goodbye')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

test('[R-CHA-7] each answer has one mood and a link to a screen', async () => {
  for (const message of ['what is a receipt', 'hello', 'what is the capital of france']) {
    const { message: reply } = await ask(message)
    const { mood, text } = takeMood(reply)
    expect(mood).toBeDefined()
    expect(text).not.toContain('[[mood')
    expect(text).toMatch(/\]\(\/\w*(\?[\w=&-]+)?\)/)
  }
})

test.for([
  ['[H01] an empty message', { message: '' }, '/message'],
  ['[R-CHA-4] a message that is empty after trimming', { message: ' \n\t ' }, '/message'],
  ['[R-CHA-4] a message of 129 characters', { message: '🦊'.repeat(MESSAGE_CHARACTERS_MAX + 1) }, '/message'],
  ['[H05] a message with a role', { message: 'hello', role: 'system' }, '/role'],
  ['a malformed thread id', { message: 'hello', thread_id: 'x' }, '/thread_id'],
] as const)('%s is refused, as JSON and as an event stream', async ([, body, pointer]) => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const answer = await readAnswer(sendMessage(testApi, alice, body, { accept }))
    const problem = expectRefusal(answer, { status: 422, code: 'validation_failed' })
    expect(problem.errors).toEqual([expect.objectContaining({ pointer })])
  }
})

test('a message of 128 characters is accepted', async () => {
  await expect(ask('🦊'.repeat(MESSAGE_CHARACTERS_MAX))).resolves.toMatchObject({ offer: null })
})

test('a visitor must sign in', async () => {
  await expect(testApi.call(sendChatMessage, { body: { message: 'hello' } })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('[H04] another person’s thread, or one that does not exist, cannot be read, continued or deleted', async () => {
  const bob = await signInSomeone(testApi)
  const { threadId } = await ask('hello')
  for (const id of [threadId, randomUUID()]) {
    for (const attempt of [
      () => ask('hello', id, bob),
      () => bob.call(getChatThread, { params: { id } }),
      () => bob.call(deleteChatThread, { params: { id } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    }
  }
  expect((await alice.call(getChatThread, { params: { id: threadId } })).messages).toHaveLength(2)
})

test('an event stream has the thread first, then the text in pieces, then the reply', async () => {
  const response = await sendMessage(testApi, alice, { message: 'what is a receipt' })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = await eventsOf(response)
  const [thread, ...rest] = events
  const reply = rest.pop()!
  expect(thread).toEqual({ event: 'thread', data: { threadId: expect.any(String) } })
  expect(reply.event).toBe('reply')
  expect(reply.data).toMatchObject({ ...(thread!.data as object), offer: null })
  const pieces = rest.map(({ data }) => (data as { append: string }).append)
  const { message, threadId, messageIds } = reply.data as ChatReply
  expect(pieces.join('')).toBe(message)
  const { messages } = await alice.call(getChatThread, { params: { id: threadId } })
  expect(messages.map(({ id }) => id)).toEqual([messageIds.question, messageIds.answer])
})

test('[H11] a person who leaves before the answer finds it in the thread, once', async () => {
  const message = `what is a receipt ${randomUUID()}`
  const leaving = new AbortController()
  const sent = sendMessage(testApi, alice, { message }, { signal: leaving.signal })
  await sent.then(
    (response) => response.body?.cancel(),
    () => {},
  )
  leaving.abort()
  await eventually(async () => {
    const rows = await deps.db.select().from(chatMessages)
    const mine = rows.filter(({ content }) => content === message)
    expect(mine).toHaveLength(1)
    expect(rows.filter(({ threadId }) => threadId === mine[0]!.threadId)).toHaveLength(2)
  })
})

test('[H13] three messages sent to one thread at once are each followed by their answer', async () => {
  const { threadId } = await ask('hello')
  const replies = await Promise.all(
    ['what is a node', 'what is a receipt', 'what is the feed'].map((text) => ask(text, threadId)),
  )
  const { messages } = await alice.call(getChatThread, { params: { id: threadId } })
  expect(messages.map(({ role }) => role)).toEqual(Array(4).fill(['user', 'assistant']).flat())
  const ids = messages.map(({ id }) => id)
  for (const { messageIds } of replies)
    expect(ids[ids.indexOf(messageIds.question) + 1]).toBe(messageIds.answer)
})

test('threads are listed by their last message, in pages, with the engine and its mood', async () => {
  const carol = await signInSomeone(testApi)
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) ids.push((await ask(text, undefined, carol)).threadId)
  await ask('again', ids[0], carol)

  const first = await carol.call(listChatThreads, { query: { limit: 2 } })
  expect(first.items.map(({ id }) => id)).toEqual([ids[0], ids[2]])
  const second = await carol.call(listChatThreads, { query: { limit: 2, before: first.next } })
  expect(second).toMatchObject({ items: [{ id: ids[1], title: 'two' }] })
  expect(second.next).toBeUndefined()
  expect(first).toMatchObject({
    engine: { name: 'Built-in assistant', isModel: false },
    resting: { mood: 'angry', why: 'No node is online, so nothing runs.' },
  })
  await expect(carol.call(listChatThreads, { query: { before: 'x' } })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('a thread is deleted with its messages', async () => {
  const { threadId } = await ask('hello')
  await alice.call(deleteChatThread, { params: { id: threadId } })
  await expect(ask('hello', threadId)).rejects.toMatchObject({ code: 'not_found' })
  const rows = await deps.db.select().from(chatMessages)
  expect(rows.filter((row) => row.threadId === threadId)).toEqual([])
})

test('conversations are exported and deleted with a person’s other data', async () => {
  const dave = await signInSomeone(testApi)
  const { threadId, message } = await ask('hello', undefined, dave)
  const { chats } = await dave.call(exportMe)
  expect(chats).toMatchObject([{ id: threadId, messages: [{ content: 'hello' }, { content: message }] }])

  await dave.call(deleteMe)
  const left = await deps.db.select().from(chatThreads)
  expect(left.filter(({ id }) => id === threadId)).toEqual([])
})
