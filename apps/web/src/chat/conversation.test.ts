// @vitest-environment happy-dom
import { getChatThread } from '@infra/protocol/chat'
import { createClient } from '@infra/protocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../overlays/toast.ts'
import { OTHER, THREAD, testConversation } from './test-conversation.ts'

beforeEach(() => {
  toasts.set([])
  // Failures are logged.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function send(s: ReturnType<typeof testConversation>, text: string) {
  s.conversation.write(text)
  s.send()
}

test('[R-CHA-4] sending is ignored while a request is in flight, and if the trimmed text is empty', async () => {
  const s = testConversation()
  for (const nothing of ['', '   ', '\t \u00a0', '\u200b\u2060']) send(s, nothing)
  expect(s.sent).toEqual([])
  send(s, ' first ')
  send(s, 'second')
  expect(s.sent).toEqual([{ text: 'first', threadId: undefined }])
  expect(s.state().draft).toBe('second')
  await s.reply('Yes.')
  s.send()
  expect(s.sent.map(({ text }) => text)).toEqual(['first', 'second'])
})

test('[R-CHA-5] [I-1] a message is pending until its reply arrives, which appends both and stores the thread', async () => {
  const s = testConversation()
  send(s, 'How many nodes?')
  expect(s.state()).toMatchObject({
    draft: '',
    messages: [],
    threadId: undefined,
    pending: { text: 'How many nodes?', reply: '' },
  })
  s.speak('Three')
  s.speak(' of them.')
  expect(s.state().pending?.reply).toBe('Three of them.')
  await s.reply('Three of them.')
  expect(s.state().pending).toBeUndefined()
  expect(s.state().threadId).toBe(THREAD)
  expect(s.state().messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'How many nodes?'],
    ['assistant', 'Three of them.'],
  ])
  send(s, 'And yesterday?')
  expect(s.sent.at(-1)).toEqual({ text: 'And yesterday?', threadId: THREAD })
})

test('[R-CHA-5] a reply brings the ids of both messages, so that the thread isn’t read again', async () => {
  const s = testConversation()
  send(s, 'Hello')
  await s.reply('Hi.')
  send(s, 'And again')
  await s.reply('Yes.')
  const shown = s.state().messages.map(({ id, content }) => [id, content])
  expect(s.reads).toEqual([])
  await s.refresh()
  expect(s.state().messages.map(({ id, content }) => [id, content])).toEqual(shown)
})

test('[R-CHA-5] messages that another tab adds during a reply are shown once the reply is there', async () => {
  const s = testConversation()
  send(s, 'One')
  await s.reply('1')
  send(s, 'Two')
  s.say(THREAD, 'user', 'From the other tab')
  s.say(THREAD, 'assistant', 'Heard.')
  await s.refresh()
  await s.reply('2')
  expect(s.state().messages.map(({ content }) => content)).toEqual([
    'One',
    '1',
    'From the other tab',
    'Heard.',
    'Two',
    '2',
  ])
})

test('[R-CHA-6] a failure restores the text as typed, clears pending and says "Failed to send message"', async () => {
  const s = testConversation()
  send(s, '  Keep this ')
  s.speak('Half an ans')
  await s.fail()
  expect(s.state()).toMatchObject({
    draft: '  Keep this ',
    pending: undefined,
    messages: [],
    threadId: undefined,
  })
  expect(toasts.get()).toMatchObject([{ kind: 'failure', text: 'Failed to send message' }])
  s.send()
  expect(s.sent.map(({ text }) => text)).toEqual(['Keep this', 'Keep this'])
})

test('[R-CHA-6] a reply that was written but cut off on its way is found in the thread', async () => {
  const s = testConversation()
  send(s, 'One')
  await s.reply('1')
  send(s, 'Two')
  s.say(THREAD, 'user', 'Two')
  s.say(THREAD, 'assistant', '2 [[mood:happy]]')
  await s.fail()
  expect(s.state().messages.map(({ content }) => content)).toEqual(['One', '1', 'Two', '2'])
  expect(s.state()).toMatchObject({ draft: 'Two', mood: 'happy' })
})

test('[R-CHA-7] a valid marker sets the mood and is removed; an unknown one stays and doesn’t change the mood', async () => {
  const s = testConversation()
  send(s, 'Hello')
  await s.reply('  [[mood:happy]] Good to see you.  ')
  expect(s.state()).toMatchObject({ mood: 'happy', messages: [{}, { content: 'Good to see you.' }] })
  send(s, 'And now?')
  await s.reply('[[mood:grumpy]] No.')
  expect(s.state().mood).toBe('happy')
  expect(s.state().messages.at(-1)?.content).toBe('[[mood:grumpy]] No.')
})

test('an opened thread shows its messages and its mood, and an unknown one is reported as missing', async () => {
  const s = testConversation()
  s.say(OTHER, 'user', 'Then')
  s.say(OTHER, 'assistant', 'Now. [[mood:surprise]]')
  await s.open(OTHER)
  expect(s.state()).toMatchObject({
    phase: 'ready',
    mood: 'surprise',
    messages: [{ content: 'Then' }, { content: 'Now.' }],
  })
  await s.open(THREAD)
  expect(s.state()).toMatchObject({ phase: 'missing', messages: [], mood: undefined })
  await s.open(undefined)
  expect(s.state()).toMatchObject({ phase: 'ready', threadId: undefined })
})

test('[I-1] a thread in the format of an earlier version counts as unreadable, not as empty', async () => {
  const message = (role: string, words: object) => ({
    id: OTHER,
    role,
    ...words,
    offer: null,
    createdAt: '2026-01-01T12:00:00Z',
  })
  const thread = { id: THREAD, title: 'Then', updatedAt: '2026-01-01T12:00:00Z', answering: null }
  const read = (...messages: object[]) => {
    const call = createClient({ prefix: '/api', fetch: async () => Response.json({ ...thread, messages }) })
    return testConversation({ read: (id) => call(getChatThread, { params: { id } }) })
  }
  const now = read(message('assistant', { content: 'Now.' }))
  await now.open(THREAD)
  expect(now.state()).toMatchObject({ phase: 'ready', messages: [{ role: 'assistant', content: 'Now.' }] })
  const before = read(message('infra', { text: 'Now.' }))
  await before.open(THREAD)
  expect(before.state()).toMatchObject({ phase: 'failed', messages: [], problem: expect.any(Error) })
})

test('a reply that arrives while another thread is open is not added to that one', async () => {
  const s = testConversation()
  s.say(OTHER, 'user', 'Elsewhere')
  send(s, 'Hello')
  await s.open(OTHER)
  await s.reply('Hi.')
  expect(s.state()).toMatchObject({
    threadId: OTHER,
    pending: undefined,
    messages: [{ content: 'Elsewhere' }],
  })
})

test('a refresh shows what another tab said in the thread, and notices that the thread was deleted', async () => {
  const s = testConversation()
  send(s, 'Hello')
  await s.reply('Hi.')
  s.say(THREAD, 'user', 'From the other tab')
  s.say(THREAD, 'assistant', 'Heard. [[mood:confident]]')
  await s.refresh()
  expect(s.state().messages.map(({ content }) => content)).toEqual([
    'Hello',
    'Hi.',
    'From the other tab',
    'Heard.',
  ])
  expect(s.state().mood).toBe('confident')
  s.deleteThread(THREAD)
  await s.refresh()
  expect(s.state().phase).toBe('missing')
})

async function refetched() {
  await vi.advanceTimersByTimeAsync(2_000)
}

describe('[finding X2] a page that is reloaded while Infra answers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('[finding X2] shows the pending question of the thread in its address at once, and then the answer', async () => {
    const s = testConversation()
    s.say(THREAD, 'user', 'One')
    s.say(THREAD, 'assistant', '1')
    s.askElsewhere(THREAD, 'Two')
    await s.open(THREAD)
    expect(s.state()).toMatchObject({
      phase: 'ready',
      messages: [{ content: 'One' }, { content: '1' }],
      pending: { text: 'Two', threadId: THREAD, isTakenUp: true },
    })
    await refetched()
    expect(s.state().pending).toBeDefined()
    s.endElsewhere('2 [[mood:happy]]')
    await refetched()
    expect(s.state()).toMatchObject({ pending: undefined, mood: 'happy', draft: '' })
    expect(s.state().messages.map(({ content }) => content)).toEqual(['One', '1', 'Two', '2'])
    expect(s.spoken).toEqual([THREAD])
    const reads = s.reads.length
    await refetched()
    expect(s.reads).toHaveLength(reads)
  })

  test('[finding X2] finds the question that begins a thread, which no address names', async () => {
    const s = testConversation()
    s.askElsewhere(THREAD, 'One')
    await s.resume()
    expect(s.state()).toMatchObject({ threadId: THREAD, pending: { text: 'One' }, messages: [] })
    s.endElsewhere('1')
    await refetched()
    expect(s.state()).toMatchObject({ pending: undefined, messages: [{ content: 'One' }, { content: '1' }] })
  })

  test('[finding X2] restores the text if the answer failed, in an existing thread and in a new one', async () => {
    const s = testConversation()
    s.say(THREAD, 'user', 'One')
    s.say(THREAD, 'assistant', '1')
    s.askElsewhere(THREAD, 'One')
    await s.open(THREAD)
    s.endElsewhere()
    await refetched()
    expect(s.state()).toMatchObject({ threadId: THREAD, pending: undefined, draft: 'One' })

    s.conversation.write('')
    await s.open(undefined)
    s.askElsewhere(OTHER, 'Begin')
    await s.resume()
    s.endElsewhere()
    await refetched()
    expect(s.state()).toMatchObject({
      threadId: undefined,
      phase: 'ready',
      pending: undefined,
      draft: 'Begin',
    })
  })

  test('does not block another thread, and shows the question again on return', async () => {
    const s = testConversation()
    s.say(OTHER, 'user', 'Elsewhere')
    s.askElsewhere(THREAD, 'Slow')
    await s.resume()
    await s.open(OTHER)
    expect(s.state()).toMatchObject({ pending: undefined, messages: [{ content: 'Elsewhere' }] })
    await s.open(THREAD)
    expect(s.state().pending).toMatchObject({ text: 'Slow' })
    s.leave()
    const reads = s.reads.length
    await refetched()
    expect(s.reads).toHaveLength(reads)
  })

  test('does not abandon what the user has begun in the meantime', async () => {
    const s = testConversation()
    s.askElsewhere(OTHER, 'Slow')
    const taking = s.resume()
    send(s, 'Mine')
    await taking
    expect(s.state()).toMatchObject({ threadId: undefined, pending: { text: 'Mine', isTakenUp: false } })
  })
})
