// @vitest-environment happy-dom
import type { ChatAnswering, ChatMessage, ChatReply } from '@infra/protocol/chat'
import { Refusal } from '@infra/protocol/refusal'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../overlays/toast.ts'
import { createConversation } from './conversation.ts'

const THREAD = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

/** A network whose answers the test gives by hand, and whose threads remember what was said. */
function stage() {
  const threads = new Map<string, ChatMessage[]>()
  /** What the network is answering for a page that is gone. */
  const answering: ChatAnswering[] = []
  const sent: { text: string; threadId: string | undefined }[] = []
  const spoken: (string | undefined)[] = []
  let answer: ((reply: ChatReply) => void) | undefined
  let refuse: ((error: unknown) => void) | undefined
  let speak: (append: string) => void = () => {}
  const say = (
    threadId: string,
    role: ChatMessage['role'],
    text: string,
    offer: ChatMessage['offer'] = null,
  ) => {
    const messages = threads.get(threadId) ?? []
    threads.set(threadId, [
      ...messages,
      { id: crypto.randomUUID(), role, text, offer, createdAt: new Date() },
    ])
  }
  const conversation = createConversation({
    send: (message, onText) => {
      sent.push(message)
      speak = onText
      return new Promise((resolve, reject) => {
        answer = resolve
        refuse = reject
      })
    },
    read: async (id) => {
      const found = threads.get(id)
      const question = answering.find(({ threadId }) => threadId === id)
      if (!found && !question) throw new Refusal('not_found', 'There is no such thread.')
      return { messages: found ?? [], answering: question ?? null }
    },
    findAnswering: async () => answering[0],
    onSpoken: (threadId) => spoken.push(threadId),
  })
  return {
    conversation,
    sent,
    spoken,
    say,
    /** A page asked and is gone; the network goes on. */
    askElsewhere: (threadId: string, message: string) =>
      answering.push({ threadId, message, startedAt: new Date() }),
    /** The network has answered that, or could not. */
    endElsewhere: (reply?: string) => {
      const { threadId, message } = answering.shift()!
      if (reply === undefined) return
      say(threadId, 'user', message)
      say(threadId, 'infra', reply)
    },
    forget: (id: string) => threads.delete(id),
    state: conversation.state.get,
    speak: (append: string) => speak(append),
    /** Stores both messages as the API does, and answers. */
    reply: async (message: string, threadId = THREAD) => {
      say(threadId, 'user', sent.at(-1)!.text)
      say(threadId, 'infra', message)
      answer!({ message, threadId, offer: null })
      await settled()
    },
    fail: async (error: unknown = new Refusal('dependency_unavailable', 'Away.')) => {
      refuse!(error)
      await settled()
    },
  }
}

const settled = () => new Promise((done) => setTimeout(done, 0))

beforeEach(() => {
  toasts.set([])
  // What failed is logged.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function ask(s: ReturnType<typeof stage>, text: string) {
  s.conversation.write(text)
  void s.conversation.send()
}

test('[R-CHA-4] a send is ignored while one is in flight, and where the text is empty after trimming', async () => {
  const s = stage()
  for (const nothing of ['', '   ', '\t \u00a0', '\u200b\u2060']) ask(s, nothing)
  expect(s.sent).toEqual([])
  ask(s, ' first ')
  ask(s, 'second')
  expect(s.sent).toEqual([{ text: 'first', threadId: undefined }])
  expect(s.state().draft).toBe('second')
  await s.reply('Yes.')
  void s.conversation.send()
  expect(s.sent.map(({ text }) => text)).toEqual(['first', 'second'])
})

test('[R-CHA-5] sending shows the message as pending; success appends it, then the reply, and stores the thread', async () => {
  const s = stage()
  ask(s, 'How many nodes?')
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
  expect(s.state().messages.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'How many nodes?'],
    ['infra', 'Three of them.'],
  ])
  ask(s, 'And yesterday?')
  expect(s.sent.at(-1)).toEqual({ text: 'And yesterday?', threadId: THREAD })
})

test('[R-CHA-5] messages keep their place on the screen when the network gives them their ids', async () => {
  const s = stage()
  const keys: string[][] = []
  s.conversation.state.subscribe(() => keys.push(s.state().messages.map(({ key }) => key)))
  ask(s, 'Hello')
  await s.reply('Hi.')
  expect(s.state().messages.every(({ id }) => id !== undefined)).toBe(true)
  expect(new Set(keys.filter(({ length }) => length > 0).map((list) => list.join())).size).toBe(1)
})

test('[R-CHA-6] failure restores the text, clears pending and says "Failed to send message"', async () => {
  const s = stage()
  ask(s, '  Keep this ')
  s.speak('Half an ans')
  await s.fail()
  expect(s.state()).toMatchObject({
    draft: 'Keep this',
    pending: undefined,
    messages: [],
    threadId: undefined,
  })
  expect(toasts.get()).toMatchObject([{ kind: 'failure', text: 'Failed to send message' }])
  void s.conversation.send()
  expect(s.sent.map(({ text }) => text)).toEqual(['Keep this', 'Keep this'])
})

test('[R-CHA-6] a reply that was made but cut off on its way is found in the thread', async () => {
  const s = stage()
  ask(s, 'One')
  await s.reply('1')
  ask(s, 'Two')
  s.say(THREAD, 'user', 'Two')
  s.say(THREAD, 'infra', '2 [[mood:happy]]')
  await s.fail()
  expect(s.state().messages.map(({ text }) => text)).toEqual(['One', '1', 'Two', '2'])
  expect(s.state()).toMatchObject({ draft: 'Two', mood: 'happy' })
})

test('[R-CHA-7] a valid marker sets the mood and is removed; another stays, and the mood with it', async () => {
  const s = stage()
  ask(s, 'Hello')
  await s.reply('  [[mood:happy]] Good to see you.  ')
  expect(s.state()).toMatchObject({ mood: 'happy', messages: [{}, { text: 'Good to see you.' }] })
  ask(s, 'And now?')
  await s.reply('[[mood:grumpy]] No.')
  expect(s.state().mood).toBe('happy')
  expect(s.state().messages.at(-1)?.text).toBe('[[mood:grumpy]] No.')
})

test('a thread that is opened brings its messages and its mood; one that is not there says so', async () => {
  const s = stage()
  s.say(OTHER, 'user', 'Then')
  s.say(OTHER, 'infra', 'Now. [[mood:surprise]]')
  await s.conversation.open(OTHER)
  expect(s.state()).toMatchObject({
    phase: 'ready',
    mood: 'surprise',
    messages: [{ text: 'Then' }, { text: 'Now.' }],
  })
  await s.conversation.open(THREAD)
  expect(s.state()).toMatchObject({ phase: 'missing', messages: [], mood: undefined })
  await s.conversation.open(undefined)
  expect(s.state()).toMatchObject({ phase: 'ready', threadId: undefined })
})

test('a reply that comes while another thread is open is not put into that one', async () => {
  const s = stage()
  s.say(OTHER, 'user', 'Elsewhere')
  ask(s, 'Hello')
  await s.conversation.open(OTHER)
  await s.reply('Hi.')
  expect(s.state()).toMatchObject({ threadId: OTHER, pending: undefined, messages: [{ text: 'Elsewhere' }] })
})

test('what another tab said in the same thread is there after a look, and a thread deleted there is gone', async () => {
  const s = stage()
  ask(s, 'Hello')
  await s.reply('Hi.')
  s.say(THREAD, 'user', 'From the other tab')
  s.say(THREAD, 'infra', 'Heard. [[mood:confident]]')
  await s.conversation.refresh()
  expect(s.state().messages.map(({ text }) => text)).toEqual(['Hello', 'Hi.', 'From the other tab', 'Heard.'])
  expect(s.state().mood).toBe('confident')
  s.forget(THREAD)
  await s.conversation.refresh()
  expect(s.state().phase).toBe('missing')
})

async function askedAgain() {
  await vi.advanceTimersByTimeAsync(2_000)
}

describe('[finding X2] a page that was reloaded while Infra answers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('[finding X2] shows the question of the thread in its address at once, then the answer', async () => {
    const s = stage()
    s.say(THREAD, 'user', 'One')
    s.say(THREAD, 'infra', '1')
    s.askElsewhere(THREAD, 'Two')
    await s.conversation.open(THREAD)
    expect(s.state()).toMatchObject({
      phase: 'ready',
      messages: [{ text: 'One' }, { text: '1' }],
      pending: { text: 'Two', threadId: THREAD, isTakenUp: true },
    })
    await askedAgain()
    expect(s.state().pending).toBeDefined()
    s.endElsewhere('2 [[mood:happy]]')
    await askedAgain()
    expect(s.state()).toMatchObject({ pending: undefined, mood: 'happy', draft: '' })
    expect(s.state().messages.map(({ text }) => text)).toEqual(['One', '1', 'Two', '2'])
    expect(s.spoken).toEqual([THREAD])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('[finding X2] finds the question that begins a thread, which no address names', async () => {
    const s = stage()
    s.askElsewhere(THREAD, 'One')
    await s.conversation.takeUp()
    expect(s.state()).toMatchObject({ threadId: THREAD, pending: { text: 'One' }, messages: [] })
    s.endElsewhere('1')
    await askedAgain()
    expect(s.state()).toMatchObject({ pending: undefined, messages: [{ text: 'One' }, { text: '1' }] })
  })

  test('[finding X2] gives the words back where the answer failed, in an old thread and in a new one', async () => {
    const s = stage()
    s.say(THREAD, 'user', 'One')
    s.say(THREAD, 'infra', '1')
    s.askElsewhere(THREAD, 'One')
    await s.conversation.open(THREAD)
    s.endElsewhere()
    await askedAgain()
    expect(s.state()).toMatchObject({ threadId: THREAD, pending: undefined, draft: 'One' })

    s.conversation.write('')
    await s.conversation.open(undefined)
    s.askElsewhere(OTHER, 'Begin')
    await s.conversation.takeUp()
    s.endElsewhere()
    await askedAgain()
    expect(s.state()).toMatchObject({
      threadId: undefined,
      phase: 'ready',
      pending: undefined,
      draft: 'Begin',
    })
  })

  test('is not held up by it in another thread, and finds it again', async () => {
    const s = stage()
    s.say(OTHER, 'user', 'Elsewhere')
    s.askElsewhere(THREAD, 'Slow')
    await s.conversation.takeUp()
    await s.conversation.open(OTHER)
    expect(s.state()).toMatchObject({ pending: undefined, messages: [{ text: 'Elsewhere' }] })
    await s.conversation.open(THREAD)
    expect(s.state().pending).toMatchObject({ text: 'Slow' })
    s.conversation.stop()
    await askedAgain()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not leave what a person has begun meanwhile', async () => {
    const s = stage()
    s.askElsewhere(OTHER, 'Slow')
    const taking = s.conversation.takeUp()
    ask(s, 'Mine')
    await taking
    expect(s.state()).toMatchObject({ threadId: undefined, pending: { text: 'Mine', isTakenUp: false } })
  })
})
