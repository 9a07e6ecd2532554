// @vitest-environment happy-dom
import type { ChatMessage, ChatReply } from '@infra/protocol/chat'
import { Refusal } from '@infra/protocol/refusal'
import { beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../shell/toast.ts'
import { createConversation } from './conversation.ts'

const THREAD = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

/** A network whose answers the test gives by hand, and whose threads remember what was said. */
function stage() {
  const threads = new Map<string, ChatMessage[]>()
  const sent: { text: string; threadId: string | undefined }[] = []
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
      if (!found) throw new Refusal('not_found', 'There is no such thread.')
      return found
    },
    onSpoken: () => {},
  })
  return {
    conversation,
    sent,
    say,
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
