// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_BYTE_MS, IDLE_TIMEOUT_MS, readEvents } from './read-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

let stop: (() => void) | undefined

/** One response per connection: what it sends and when, and whether it ends. */
function scripted(...answers: ((signal: AbortSignal) => Response | Promise<Response>)[]) {
  const requests: Record<string, string>[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    requests.push(init!.headers as Record<string, string>)
    const answer = answers[Math.min(requests.length, answers.length) - 1]!
    return Promise.race([answer(init!.signal!), aborted(init!.signal!)])
  }
  return { requests, fetch: fetch as typeof globalThis.fetch }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))

function streaming(text: string, { ends = false } = {}) {
  return (signal: AbortSignal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          signal.addEventListener('abort', () => ends || controller.error(signal.reason))
          controller.enqueue(new TextEncoder().encode(text))
          if (ends) controller.close()
        },
      }),
    )
}

function listen(fetch: typeof globalThis.fetch, headers = async () => ({})) {
  const received: string[] = []
  const reader = readEvents(
    { url: '/events', headers, fetch },
    {
      onEvent: ({ type, data }) => received.push(`${type} ${data}`),
      onOpen: ({ resumed }) => received.push(resumed ? 'resumed' : 'opened'),
      onLost: () => received.push('lost'),
      onGone: () => received.push('gone'),
    },
  )
  stop = reader.stop
  return received
}

const job = (id: number) => `id: ${id}\nevent: job\ndata: {"n":${id}}\n\n`

test('a broken stream is resumed after its last event', async () => {
  const { requests, fetch } = scripted(
    streaming(`retry: 1000\n\n${job(7)}`, { ends: true }),
    streaming(`: \n\n${job(8)}`),
  )
  const received = listen(fetch)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(received).toEqual(['opened', 'job {"n":7}', 'lost', 'resumed', 'job {"n":8}'])
  expect(requests.map((headers) => headers['last-event-id'])).toEqual([undefined, '7'])
})

test('[S28] a stream whose first byte is late is given up and retried', async () => {
  const { requests, fetch } = scripted(() => new Promise(() => {}))
  const received = listen(fetch)
  await vi.advanceTimersByTimeAsync(FIRST_BYTE_MS)
  expect(received).toEqual(['lost'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests.length).toBeGreaterThan(1)
})

test('[S22] a connection that goes silent counts as lost', async () => {
  const { fetch } = scripted(streaming(job(1)))
  const received = listen(fetch)
  await vi.advanceTimersByTimeAsync(IDLE_TIMEOUT_MS - 1)
  expect(received).toEqual(['opened', 'job {"n":1}'])
  await vi.advanceTimersByTimeAsync(1)
  expect(received).toContain('lost')
})

test('[S05] after a reset the stream is not resumed', async () => {
  const { requests, fetch } = scripted(
    streaming(`${job(7)}event: reset\ndata: {}\n\n`, { ends: true }),
    streaming(job(1)),
  )
  const received = listen(fetch)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(received).toEqual(['opened', 'job {"n":7}', 'reset {}', 'lost', 'opened', 'job {"n":1}'])
  expect(requests[1]!['last-event-id']).toBeUndefined()
})

test('[S02] an expired token is renewed at once, and no event is lost', async () => {
  let token = 0
  const { requests, fetch } = scripted(streaming(`${job(3)}event: auth\ndata: {}\n\n`), streaming(job(4)))
  const received = listen(fetch, async () => ({ authorization: `Bearer ${++token}` }))
  await vi.advanceTimersByTimeAsync(10)
  expect(received).toEqual(['opened', 'job {"n":3}', 'resumed', 'job {"n":4}'])
  expect(requests).toMatchObject([
    { authorization: 'Bearer 1' },
    { authorization: 'Bearer 2', 'last-event-id': '3' },
  ])
})

test('a stream that doesn’t exist is not requested again', async () => {
  const { requests, fetch } = scripted(() => new Response(null, { status: 404 }))
  const received = listen(fetch)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(received).toEqual(['gone'])
  expect(requests).toHaveLength(1)
})

test('retries after failures wait longer and longer', async () => {
  const { requests, fetch } = scripted(() => new Response(null, { status: 503 }))
  listen(fetch)
  await vi.advanceTimersByTimeAsync(10_000)
  const soon = requests.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(soon).toBeLessThanOrEqual(4)
  expect(requests.length - soon).toBeLessThanOrEqual(4)
})

test('once stopped, nothing is received or requested any more', async () => {
  const { requests, fetch } = scripted(streaming(job(1), { ends: true }))
  const received = listen(fetch)
  await vi.advanceTimersByTimeAsync(1)
  stop!()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(1)
  expect(received).toEqual(['opened', 'job {"n":1}', 'lost'])
})
