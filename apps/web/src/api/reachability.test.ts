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
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call without an answer marks the network as unreachable, and still fails for its caller', async () => {
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(watchedFetch('/api/x')).rejects.toThrow('Failed to fetch')
  expect(reachability.get()).toBe('unreachable')
})

test('a 502 from a gateway marks the network as unreachable, and a 503 from the API doesn’t', async () => {
  answers.mockResolvedValueOnce(new Response(null, { status: 503 }))
  await watchedFetch('/api/x')
  expect(reachability.get()).toBe('reachable')
  answers.mockResolvedValueOnce(new Response(null, { status: 502 }))
  await watchedFetch('/api/x')
  expect(reachability.get()).toBe('unreachable')
})

test('a call that its caller aborts says nothing about the network', async () => {
  answers.mockRejectedValueOnce(new Error('gone'))
  const options = { signal: AbortSignal.abort() }
  await expect(watchedFetch('/api/x', options)).rejects.toThrow('gone')
  expect(reachability.get()).toBe('reachable')
})

/** Never responds, like a firewall that forgot the connection. */
const nothing: typeof fetch = (_address, options) =>
  new Promise((_resolve, reject) =>
    options?.signal?.addEventListener('abort', () => reject(options.signal!.reason)),
  )

test('a call without a response is given up after 20 s, and marks the network as unreachable', async () => {
  answers.mockImplementation(nothing)
  const call = expect(watchedFetch('/api/x', { signal: new AbortController().signal })).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(reachability.get()).toBe('reachable')
  await vi.advanceTimersByTimeAsync(1_000)
  await call
  expect(reachability.get()).toBe('unreachable')
})

test('uploads and event streams are not given up', async () => {
  answers.mockImplementation(nothing)
  const gone = new AbortController()
  const requests: RequestInit[] = [{ body: new FormData() }, { headers: { accept: 'text/event-stream' } }]
  const calls = requests.map((options) =>
    watchedFetch('/api/x', { ...options, signal: gone.signal }).catch(() => 'given up'),
  )
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await Promise.race([...calls, Promise.resolve('still there')])).toBe('still there')
  gone.abort()
  expect(await Promise.all(calls)).toEqual(['given up', 'given up'])
})

test('[finding X9] pages that lose the network together check for it at different times', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
  await watchedFetch('/api/x').catch(() => {})
  answers.mockClear()
  await vi.advanceTimersByTimeAsync(3_500)
  expect(answers).not.toHaveBeenCalled()
  random.mockReturnValue(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(answers).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_300)
  expect(answers).toHaveBeenCalledTimes(2)
  random.mockRestore()
})

test('[finding X9] twenty pages that lose the network together spread their checks over a second and more', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  const pages = Array.from({ length: 20 }, watchReachability)
  await watchedFetch('/api/x').catch(() => {})
  const began = Date.now()
  const times: number[] = []
  answers.mockImplementation(() => {
    times.push(Date.now() - began)
    return new Promise(() => {})
  })
  await vi.advanceTimersByTimeAsync(4_000)
  for (const stopPage of pages) stopPage()
  expect(times).toHaveLength(pages.length + 1)
  expect(new Set(times).size).toBeGreaterThan(10)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(2_250)
  expect(Math.max(...times)).toBeLessThanOrEqual(3_750)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(500)
})

test('an unreachable network is polled at /healthz until it responds, and then no more', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
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

test('going offline is noticed at once, and coming back online is checked at once', async () => {
  dispatchEvent(new Event('offline'))
  expect(reachability.get()).toBe('offline')
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reachability.get()).toBe('reachable')
})
