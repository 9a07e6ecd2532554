import { getChatThread, listChatThreads, sendChatMessage } from '@infra/protocol/chat'
import { deleteMe } from '@infra/protocol/my-data'
import { beforeEach, expect, test } from 'vitest'
import { chatQuestions } from '../db/chat-tables.ts'
import { deleteExpired } from '../sweeps.ts'
import { signInSomeone } from '../test/person.ts'
import { eventsOf, sendMessage } from '../test/send-message.ts'
import { endEarly, inHalves, scriptedModel, words } from '../test/servers/scripted-model.ts'
import { startTestApi } from '../test/start-test-api.ts'

const model = await scriptedModel()
const testApi = await startTestApi({ env: { CHAT_MODEL_URL: model.url, CHAT_MODEL_NAME: 'tiny' } })
const { deps, clock } = testApi
const alice = await signInSomeone(testApi)

beforeEach(() => {
  model.script.length = 0
})

/** Asks a question whose answer is only completed when the test calls `finish`. */
async function askSlowly(
  message: string,
  { person = alice, threadId }: { person?: typeof alice; threadId?: string } = {},
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  model.script.push(inHalves('First this, ', 'then that.', promise))
  const response = await sendMessage(testApi, person, { message, thread_id: threadId })
  return {
    finish: async () => {
      resolve()
      return eventsOf(response)
    },
  }
}

const read = (id: string) => alice.call(getChatThread, { params: { id } })

test('[finding X2] after a reload, the page sees the unanswered question of a new thread, and then its answer', async () => {
  const bob = await signInSomeone(testApi)
  const { finish } = await askSlowly('what is a node')
  const { answering, items } = await alice.call(listChatThreads)
  expect(answering).toEqual([
    { threadId: expect.any(String), message: 'what is a node', startedAt: clock.now },
  ])
  const id = answering[0]!.threadId
  expect(items.map((thread) => thread.id)).not.toContain(id)
  expect(await read(id)).toMatchObject({
    id,
    title: 'what is a node',
    messages: [],
    answering: { threadId: id, message: 'what is a node' },
  })
  expect((await bob.call(listChatThreads)).answering).toEqual([])
  await expect(bob.call(getChatThread, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })

  await finish()
  expect(await read(id)).toMatchObject({
    messages: [{ content: 'what is a node' }, { content: 'First this, then that. [[mood:neutral]]' }],
    answering: null,
  })
  expect((await alice.call(listChatThreads)).answering).toEqual([])
})

test('[finding X2] an existing thread shows the unanswered question after its earlier messages', async () => {
  model.script.push(words('First.'))
  const { threadId } = await alice.call(sendChatMessage, { body: { message: 'one' } })
  const { finish } = await askSlowly('two', { threadId })
  expect(await read(threadId)).toMatchObject({
    messages: [{ content: 'one' }, { role: 'assistant' }],
    answering: { threadId, message: 'two' },
  })
  await finish()
  expect(await read(threadId)).toMatchObject({
    messages: [{ content: 'one' }, { role: 'assistant' }, { content: 'two' }, { role: 'assistant' }],
    answering: null,
  })
})

test('a question whose answer failed is no longer shown, and its thread does not exist', async () => {
  model.script.push(endEarly('Half a sen'))
  const events = await eventsOf(await sendMessage(testApi, alice, { message: 'lost' }))
  expect(events.at(-1)!.event).toBe('problem')
  const { threadId } = events[0]!.data as { threadId: string }
  await expect(read(threadId)).rejects.toMatchObject({ code: 'not_found' })
  expect((await alice.call(listChatThreads)).answering).toEqual([])
})

test('a question whose process died is shown until it expires, and then deleted', async () => {
  const question = { id: crypto.randomUUID(), address: alice.address.toLowerCase(), message: 'lost' }
  const startedAt = clock.now
  const expiresAt = new Date(clock.now.getTime() + 1_000)
  await deps.db
    .insert(chatQuestions)
    .values({ ...question, threadId: crypto.randomUUID(), startedAt, expiresAt })
  expect((await alice.call(listChatThreads)).answering).toMatchObject([{ message: 'lost' }])
  clock.now = new Date(clock.now.getTime() + 2_000)
  expect((await alice.call(listChatThreads)).answering).toEqual([])
  await deleteExpired(deps)
  expect(await deps.db.select().from(chatQuestions)).toEqual([])
})

test('an unanswered question is deleted with a person’s other data', async () => {
  const carol = await signInSomeone(testApi)
  const { finish } = await askSlowly('hello', { person: carol })
  await carol.call(deleteMe)
  expect(await deps.db.select().from(chatQuestions)).toEqual([])
  expect((await finish()).at(-1)!.event).toBe('problem')
})
