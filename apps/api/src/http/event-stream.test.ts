import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@infra/protocol/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { openSocket } from '../test/raw-http.ts'
import { readEvents } from '../test/read-events.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { closeEventStreams, type EventStream, eventBytes, openEventStream } from './event-stream.ts'
import { mediaRoute } from './route.ts'

const watchTest = endpoint({
  method: 'GET',
  path: '/test/events',
  summary: 'Watch.',
  caller: 'anyone',
  media: 'events',
  response: null,
  refusals: ['not_acceptable', 'stream_limit'],
})

const streams: EventStream[] = []
const { origin, server } = await startTestApi({
  addRoutes: (api, deps) =>
    mediaRoute(api, deps, watchTest, async (_, request, reply) => {
      streams.push(openEventStream(request, reply))
    }),
})
const address = `${origin}/api/test/events`

async function open(lastEventId?: string) {
  const reader = await readEvents(address, { lastEventId })
  return { reader, stream: streams.at(-1)! }
}

test('[S07] a stream has the content type and the headers that keep proxies and caches from buffering it', async () => {
  const { reader } = await open()
  expect(reader.response.status).toBe(200)
  expect(Object.fromEntries(reader.response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
  await eventually(() => expect(reader.text()).toMatch(/^retry: \d+\n\n$/))
})

test('events arrive in the order in which they were sent, each with its name and id', async () => {
  const { reader, stream } = await open()
  stream.send('job', { a: 1 }, 7)
  stream.sendBytes(eventBytes({ event: 'job', json: '{"a":2}', id: 8 }))
  stream.send('reset', {})
  expect([await reader.next(), await reader.next(), await reader.next()]).toEqual([
    { event: 'job', id: '7', data: { a: 1 } },
    { event: 'job', id: '8', data: { a: 2 } },
    { event: 'reset', id: undefined, data: {} },
  ])
})

test('[S13] text in an event can neither end the event nor begin another', async () => {
  const { reader, stream } = await open()
  const text = '\n\ndata: x\n\nevent: auth\ndata: {}\r\n\r\nid: 99\u2028\u2029\0'
  stream.send('job', { text }, 1)
  stream.send('job', { text: 'after' }, 2)
  expect(await reader.next()).toEqual({ event: 'job', id: '1', data: { text } })
  expect(await reader.next()).toEqual({ event: 'job', id: '2', data: { text: 'after' } })
  expect(reader.text().match(/^data:/gm)).toHaveLength(2)
})

/** What the server has sent on one connection so far. */
async function listenRaw(request: string): Promise<() => string> {
  const socket = await openSocket(origin, request)
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  return () => received
}

test.for([
  ['HTTP/1.1', 'in chunks of its length in bytes', '1d\r\nid: 1\nevent: job\ndata: "é"\n\n\r\n'],
  ['HTTP/1.0', 'without chunks, which it does not support', '\n\nid: 1\nevent: job\ndata: "é"\n\n'],
])('a reader with %s gets an event %s', async ([version, , expected]) => {
  const known = streams.length
  const received = await listenRaw(`GET /api/test/events ${version}\r\nHost: a\r\n\r\n`)
  await eventually(() => expect(streams).toHaveLength(known + 1))
  streams.at(-1)!.sendBytes(eventBytes({ event: 'job', json: '"é"', id: 1 }))
  await eventually(() => expect(received().endsWith(expected!)).toBe(true))
})

test('with pipelined requests, the earlier answer comes first, and then the events in order', async () => {
  const known = streams.length
  const requestLine = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const received = await listenRaw(requestLine('/readyz') + requestLine('/api/test/events'))
  await eventually(() => expect(streams).toHaveLength(known + 1))
  for (let id = 1; id <= 3; id++) {
    streams.at(-1)!.sendBytes(eventBytes({ event: 'job', json: '{}', id }))
    await sleep(5)
  }
  await eventually(() =>
    expect(received()).toMatch(/"ready".*text\/event-stream.*retry: \d+.*id: 1\n.*id: 2\n.*id: 3\n/s),
  )
})

test('reads the id of the last event that was received', async () => {
  expect((await open()).stream.lastEventId).toBeUndefined()
  expect((await open('41')).stream.lastEventId).toBe('41')
})

test('[S07] sends a comment every 15 seconds on an idle stream', async () => {
  // Fakes only the timer of the comments.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { reader } = await open()
    vi.advanceTimersByTime(14_999)
    await sleep(50)
    expect(reader.comments).toEqual([])
    vi.advanceTimersByTime(1)
    await eventually(() => expect(reader.comments).toHaveLength(1))
    vi.advanceTimersByTime(30_000)
    await eventually(() => expect(reader.comments).toHaveLength(3))
    expect(reader.events).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('[S11] disconnects a reader who stops reading before more than a megabyte is buffered for them', async () => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const known = streams.length
  socket.write('GET /api/test/events HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually(() => expect(streams).toHaveLength(known + 1))
  socket.pause()
  const stream = streams.at(-1)!
  const text = 'x'.repeat(100_000)
  let sent = 0
  while (!stream.isClosed() && sent < 1_000) {
    stream.send('job', { text }, ++sent)
    await new Promise(setImmediate)
  }
  // The buffers of the two kernels, and a megabyte of ours.
  expect(stream.isClosed()).toBe(true)
  expect(sent).toBeLessThan(200)
  // Sending to a closed stream isn't an error.
  stream.send('job', { text }, sent + 1)
  socket.destroy()
})

test('[S26] closing a server ends its own streams only, after what was already sent', async () => {
  const { reader, stream } = await open()
  stream.send('job', { a: 1 }, 1)
  closeEventStreams({ server: {} as never })
  await reader.next()
  expect(reader.isClosed()).toBe(false)
  stream.send('job', { a: 2 }, 2)
  closeEventStreams(server)
  // What was sent before is not lost.
  expect(await reader.next()).toMatchObject({ id: '2' })
  await eventually(() => expect(reader.isClosed()).toBe(true))
  expect(stream.isClosed()).toBe(true)
})

test('the stream closes when the reader disconnects', async () => {
  const { reader, stream } = await open()
  expect(stream.isClosed()).toBe(false)
  reader.close()
  await eventually(() => expect(stream.isClosed()).toBe(true))
  stream.close()
})

test('a reader who disconnects before the stream is opened leaves no timer behind', () => {
  vi.useFakeTimers()
  try {
    const written: string[] = []
    const raw = Object.assign(new EventEmitter(), {
      destroyed: true,
      writeHead: () => {},
      flushHeaders: () => {},
      write: (text: string) => written.push(text),
    })
    const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
    const request = { headers: {}, server: { server: {} } } as unknown as FastifyRequest
    const stream = openEventStream(request, reply)
    expect(stream.isClosed()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    stream.send('job', {})
    expect(written.join('')).not.toContain('job')
  } finally {
    vi.useRealTimers()
  }
})

test('[finding X9] spreads the reconnections of a thousand readers, with at most 200 in any second', () => {
  const written: string[] = []
  for (let reader = 0; reader < 1_000; reader++) {
    const raw = Object.assign(new EventEmitter(), {
      destroyed: false,
      writeHead: () => {},
      flushHeaders: () => {},
      write: (piece: Buffer) => written.push(piece.toString()),
    })
    const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
    openEventStream({ headers: {}, server: { server: {} } } as unknown as FastifyRequest, reply)
    raw.emit('close')
  }
  const seconds = written.map((text) => Math.floor(Number(/^retry: (\d+)$/m.exec(text)![1]) / 1_000))
  expect(seconds).toHaveLength(1_000)
  const busiest = Math.max(
    ...[...Map.groupBy(seconds, (second) => second).values()].map(({ length }) => length),
  )
  expect(busiest).toBeLessThanOrEqual(200)
})

test.for([
  ['text/html', 406],
  ['application/json', 406],
  ['text/event-stream;q=0, */*', 406],
  ['text/html, text/event-stream', 200],
  ['text/*', 200],
  ['*/*', 200],
  ['', 200],
] as const)('[finding X21] a caller who accepts "%s" gets %d from a stream', async ([accept, status]) => {
  const controller = new AbortController()
  const response = await fetch(address, { headers: { accept }, signal: controller.signal })
  expect(response.status).toBe(status)
  if (status === 406) expect(await response.json()).toMatchObject({ code: 'not_acceptable' })
  controller.abort()
})

test('[S25] a stream allows only GET', async () => {
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
    const response = await fetch(address, { method })
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET'])
  }
})
