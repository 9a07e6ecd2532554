// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reachability } from '../api/reachability.ts'
import { lastingToast, toast, toasts } from './toast.ts'
import { Toasts } from './toasts.tsx'

afterEach(() => {
  cleanup()
  toasts.set([])
})

test('a failure is announced as an alert, and a notice as a status', () => {
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

test('[finding W3] a lasting toast has an action, which closes it', () => {
  render(<Toasts />)
  const run = vi.fn()
  act(() => void lastingToast('notice', 'You are signed out.', { label: 'Switch back', run }))
  fireEvent.click(screen.getByRole('button', { name: 'Switch back' }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByRole('status')).toBeNull()
})

test('toasts move down while the offline banner is shown', () => {
  render(<Toasts />)
  const stack = screen.getByLabelText('Notifications')
  expect(stack.classList).toContain('sm:top-16')
  act(() => reachability.set('offline'))
  expect(stack.classList).toContain('sm:top-28')
  expect(stack.classList).not.toContain('sm:top-16')
  act(() => reachability.set('reachable'))
})
