import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, toast, toasts } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const shown = () => toasts.get().map(({ text }) => text)

test('[R-LAY-8] a toast closes by itself after 3000 ms, and not a moment before', () => {
  toast('notice', 'Copied.')
  vi.advanceTimersByTime(2999)
  expect(shown()).toEqual(['Copied.'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('[R-LAY-8] each of several toasts has its own 3000 ms', () => {
  toast('notice', 'first')
  vi.advanceTimersByTime(1000)
  toast('failure', 'second')
  expect(shown()).toEqual(['first', 'second'])
  vi.advanceTimersByTime(2000)
  expect(shown()).toEqual(['second'])
})

test('closing a toast by hand does not close another one', () => {
  toast('notice', 'first')
  closeToast(toasts.get()[0]!.id)
  toast('notice', 'second')
  expect(shown()).toEqual(['second'])
  vi.advanceTimersByTime(2999)
  expect(shown()).toEqual(['second'])
})
