// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toast, toasts } from './toast.ts'
import { Toasts } from './toasts.tsx'

afterEach(() => {
  cleanup()
  toasts.set([])
})

test('a failure interrupts the reader, a notice waits for its turn', () => {
  render(<Toasts />)
  act(() => toast('failure', 'It broke.'))
  act(() => toast('notice', 'It works.'))
  expect(screen.getByRole('alert').textContent).toBe('It broke.')
  expect(screen.getByRole('status').textContent).toBe('It works.')
})

test('a toast can be closed by its button', () => {
  render(<Toasts />)
  act(() => toast('notice', 'It works.'))
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
  expect(screen.queryByRole('status')).toBeNull()
})
