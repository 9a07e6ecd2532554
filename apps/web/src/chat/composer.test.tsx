// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Composer } from './composer.tsx'
import { testConversation } from './test-conversation.ts'

afterEach(cleanup)

test('[R-CHA-2] the composer has its placeholder, and Send is disabled and busy while a request is pending', async () => {
  const s = testConversation()
  const draw = () => (
    <Composer
      conversation={s.conversation}
      state={s.state()}
      input={createRef<HTMLInputElement>()}
      onLongPaste={() => {}}
    />
  )
  const { rerender } = render(draw())
  const shown = () => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
    return { disabled: button.disabled, busy: button.getAttribute('aria-busy') }
  }
  const input = screen.getByPlaceholderText<HTMLInputElement>('Type your message...')
  expect(shown()).toEqual({ disabled: false, busy: 'false' })
  fireEvent.change(input, { target: { value: 'Hello' } })
  fireEvent.submit(input.form!)
  rerender(draw())
  expect(shown()).toEqual({ disabled: true, busy: 'true' })
  await s.reply('Hi.')
  rerender(draw())
  expect(shown()).toEqual({ disabled: false, busy: 'false' })
})
