// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Pending } from './conversation-rules.ts'
import type { ConversationState } from './conversation-state.ts'
import { MessageList } from './message-list.tsx'

afterEach(cleanup)

function show(pending?: Pending) {
  const state: ConversationState = {
    threadId: 'a',
    messages: [
      { id: '1', role: 'user', content: 'What is a *node*?', offer: null },
      { id: '2', role: 'assistant', content: 'A *machine*.', offer: null },
    ],
    phase: 'ready',
    draft: '',
    pending,
    mood: undefined,
    problem: undefined,
  }
  render(<MessageList state={state} renderOffer={() => null} />)
  return within(screen.getByRole('log')).getAllByRole('listitem')
}

test('[R-CHA-1] [I-1] the roles user and assistant are shown as You and Infra', () => {
  expect(show().map(({ textContent }) => textContent)).toEqual(['YouWhat is a *node*?', 'InfraA machine.'])
  expect(screen.queryByRole('status')).toBeNull()
})

test('[R-CHA-1] a typing indicator is shown while a reply is awaited', () => {
  const items = show({ text: 'And now?', threadId: 'a', reply: '', isTakenUp: false })
  expect(items[2]!.textContent).toContain('And now?')
  expect(within(items[3]!).getByRole('status', { name: 'Infra is typing' })).toBeTruthy()
})

test('[R-CHA-3] the assistant’s messages are rendered as markdown, and the user’s are not', () => {
  const [asked, answered] = show()
  expect(asked!.querySelector('em')).toBeNull()
  expect(answered!.querySelector('em')?.textContent).toBe('machine')
})
