// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reachability, watchedFetch, watchReachability } from './reachability.ts'

let stop: () => void
const answers = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answers)
  answers.mockResolvedValue(new Response())
  stop = watchReachability()
})
afterEach(() => {
  stop()
  reachability.set('reachable')
  answers.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call that nobody answers is noticed, and still fails for its caller', async () => {
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(watchedFetch('/api/x')).rejects.toThrow('Failed to fetch')
  expect(reachability.get()).toBe('unreachable')
})

test('a gateway with nobody behind it is noticed; a refusal of the API is not', async () => {
  answers.mockResolvedValueOnce(new Response(null, { status: 503 }))
  await watchedFetch('/api/x')
  expect(reachability.get()).toBe('reachable')
  answers.mockResolvedValueOnce(new Response(null, { status: 502 }))
  await watchedFetch('/api/x')
  expect(reachability.get()).toBe('unreachable')
})

test('a call that its own caller called off says nothing about the network', async () => {
  answers.mockRejectedValueOnce(new Error('gone'))
  const options = { signal: AbortSignal.abort() }
  await expect(watchedFetch('/api/x', options)).rejects.toThrow('gone')
  expect(reachability.get()).toBe('reachable')
})

test('while away the network is asked at /healthz until it is back, and then no more', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  await watchedFetch('/api/x').catch(() => {})
  answers.mockClear()

  await vi.advanceTimersByTimeAsync(6000)
  expect(answers.mock.calls.map(([address]) => address)).toEqual(['/healthz', '/healthz'])
  expect(reachability.get()).toBe('unreachable')

  answers.mockResolvedValue(new Response('{}'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(reachability.get()).toBe('reachable')
  answers.mockClear()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(answers).not.toHaveBeenCalled()
})

test('going offline is told at once, and coming back online is checked at once', async () => {
  dispatchEvent(new Event('offline'))
  expect(reachability.get()).toBe('offline')
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reachability.get()).toBe('reachable')
})
