import type { ChatMessage } from '@infra/protocol/chat'
import { moods } from '@infra/protocol/moods'
import { expect, test } from 'vitest'
import { asMood, clipDraft, lastMood, messagesIn, textSoFar, withMessages } from './conversation-rules.ts'

test('[R-CHA-4] a draft is cut after 128 characters, with an emoji counted as one', () => {
  expect(clipDraft('a'.repeat(129))).toBe('a'.repeat(128))
  expect(clipDraft('🔥'.repeat(130))).toBe('🔥'.repeat(128))
  expect(clipDraft('short ')).toBe('short ')
})

test('[R-CHA-7] a streamed reply never shows a valid mood marker or the beginning of one', () => {
  for (const mood of moods) {
    const reply = `[[mood:${mood}]] Three nodes are [online](/nodes).`
    for (let end = 0; end <= reply.length; end++)
      expect(textSoFar(reply.slice(0, end))).not.toMatch(/\[\[|mood/)
    expect(textSoFar(`Three nodes. [[mood:${mood}]]`)).toBe('Three nodes.')
  }
  expect(textSoFar('It says [[mood:grumpy]] here')).toBe('It says [[mood:grumpy]] here')
  expect(textSoFar('A list [x] and [[')).toBe('A list [x] and ')
})

const read = (id: string, role: ChatMessage['role'], content: string): ChatMessage => ({
  id,
  role,
  content,
  offer: null,
  createdAt: new Date(0),
})

test('a loaded thread shows Infra’s messages without their mood marker', () => {
  expect(messagesIn([read('1', 'user', 'Hello'), read('2', 'assistant', 'Hi. [[mood:happy]]')])).toEqual([
    { id: '1', role: 'user', content: 'Hello', offer: null },
    { id: '2', role: 'assistant', content: 'Hi.', offer: null },
  ])
})

test('a reply is appended to its thread unless reading the thread already brought it', () => {
  const thread = [read('1', 'user', 'Hello'), read('2', 'assistant', 'Hi.'), read('3', 'user', 'Elsewhere')]
  const ids = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id)
  expect(ids(withMessages(thread.slice(0, 1), thread.slice(1)))).toEqual(['1', '2', '3'])
  expect(ids(withMessages(thread, thread.slice(0, 2)))).toEqual(['1', '2', '3'])
})

test('[R-CHA-7] a thread’s mood is that of the last reply with a valid one, and never a user’s', () => {
  expect(
    lastMood([read('1', 'assistant', '[[mood:happy]] a'), read('2', 'assistant', '[[mood:grumpy]] b')]),
  ).toBe('happy')
  expect(lastMood([read('1', 'user', '[[mood:angry]]')])).toBeUndefined()
  expect([asMood('surprise'), asMood('grumpy'), asMood(undefined)]).toEqual([
    'surprise',
    'neutral',
    'neutral',
  ])
})
