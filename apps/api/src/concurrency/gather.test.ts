import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering() {
  const passed: string[][] = []
  return { passed, ...gather<string>(1_000, (items) => void passed.push(items)) }
}

test('passes the first item on at once, and those that follow together, each once', () => {
  const { add, passed } = gathering()
  for (const item of ['a', 'b', 'c', 'b']) add(item)
  expect(passed).toEqual([['a']])
  vi.advanceTimersByTime(999)
  expect(passed).toEqual([['a']])
  vi.advanceTimersByTime(1)
  expect(passed).toEqual([['a'], ['b', 'c']])
})

test('an item that follows a batch waits as well', () => {
  const { add, passed } = gathering()
  for (const item of ['a', 'b']) add(item)
  vi.advanceTimersByTime(1_000)
  add('c')
  expect(passed).toHaveLength(2)
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual([['a'], ['b'], ['c']])
})

test('after a pause, passes the next item on at once again', () => {
  const { add, passed } = gathering()
  add('a')
  vi.advanceTimersByTime(1_000)
  add('b')
  expect(passed).toEqual([['a'], ['b']])
})

test('passes nothing on after it is closed', () => {
  const { add, close, passed } = gathering()
  for (const item of ['a', 'b']) add(item)
  close()
  vi.advanceTimersByTime(2_000)
  expect(passed).toEqual([['a']])
})
