import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { TIME_LIMITS } from '../server.ts'
import { expectRefusal } from '../test/expect-refusal.ts'
import { openSocket, readToEnd, sendRaw } from '../test/raw-http.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints, writeNote } from '../test/test-endpoints.ts'

const { call, logs, origin, server } = await startTestApi({
  addRoutes: openTestEndpoints,
  timeLimits: { ...TIME_LIMITS, headersMs: 400, bodyMs: 800, requestMs: 5_000, checkEveryMs: 100 },
})
const valid = { name: 'fox', count: 3, loud: true }
const json = JSON.stringify(valid)
const start = 'POST /api/test/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

afterEach(async () => {
  expect(await call(writeNote, { body: valid })).toEqual(valid)
  expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('[C13] refuses a body longer than its Content-Length', async () => {
  const answer = await sendRaw(origin, `${start}Content-Length: ${json.length - 2}\r\n\r\n${json}`)
  expectRefusal(answer, { status: 400, code: 'malformed_request' })
})

test('[C13] answers 408 if the body stays shorter than its Content-Length', async () => {
  const answer = await sendRaw(origin, `${start}Content-Length: ${json.length + 2}\r\n\r\n${json}`)
  expectRefusal(answer, { status: 408, code: 'request_timeout' })
})

test('[C13] refuses a negative Content-Length', async () => {
  const answer = await sendRaw(origin, `${start}Content-Length: -1\r\n\r\n${json}`)
  expectRefusal(answer, { status: 400, code: 'malformed_request' })
})

test('[C26] refuses a header of 17 kB', async () => {
  const answer = await sendRaw(
    origin,
    `GET /api/test/notes HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
  )
  expectRefusal(answer, { status: 431, code: 'headers_too_large' })
})

test('[C28] answers 408 to 200 callers that send byte by byte, without delaying others', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      // A third says nothing at all, a third stops in its headers, a third in its body.
      openSocket(origin, ['', 'GET /', `${start}Content-Length: 5000\r\n\r\n{`][index % 3]!),
    ),
  )
  let answered = 0
  const answers = sockets.map(async (socket) => {
    const answer = await readToEnd(socket)
    answered++
    return answer
  })
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable && socket.bytesWritten > 0) socket.write('x')
  }, 50)

  expect(await call(writeNote, { body: valid })).toEqual(valid)
  expect(answered).toBeLessThan(200)

  const all = await Promise.all(answers)
  clearInterval(trickle)
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([408]))
  for (const answer of all.slice(0, 3)) expectRefusal(answer, { status: 408, code: 'request_timeout' })
})

test('[C28] answers a request that arrived in time, though the process had no time to read it', async () => {
  // Everything stops between the connection and its first byte, for longer than headers may take.
  server.server.once('connection', () => stopFor(900))
  const head = `${start}Connection: close\r\nContent-Length: ${json.length}\r\n\r\n`
  expect(await sendRaw(origin, head + json)).toMatchObject({ status: 201 })
})

test('[C28] accepts a body that arrived in time, though the process had no time to read it', async () => {
  const head = `${start}Connection: close\r\nContent-Length: ${json.length}\r\n\r\n`
  const socket = await openSocket(origin, head)
  await once(server.server, 'request')
  setImmediate(() => {
    socket.write(json)
    stopFor(1_200)
  })
  expect(await readToEnd(socket)).toMatchObject({ status: 201 })
})

test('[C28] the default time limits end a slow request within 30 seconds', async () => {
  const { server } = await startTestApi()
  const { headersMs, bodyMs, checkEveryMs } = TIME_LIMITS
  expect(server.server.headersTimeout).toBe(headersMs)
  expect(headersMs + checkEveryMs + bodyMs).toBeLessThanOrEqual(30_000)
})

test.for([
  [
    'Content-Length and Transfer-Encoding',
    `${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['two Content-Lengths', `${start}Content-Length: ${json.length}\r\nContent-Length: 5\r\n\r\n${json}`],
  ['an unknown Transfer-Encoding', `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['bare line feeds', 'GET /api/test/notes HTTP/1.1\nHost: x\n\n'],
  ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\r\n\r\n'],
])('[C29] refuses a request with %s, and closes the connection', async ([, bytes]) => {
  const answer = await sendRaw(origin, bytes!)
  expectRefusal(answer, { status: 400, code: 'malformed_request' })
  expect(answer.headers.get('connection')).toBe('close')
})

test('[C29] closes the connection even if the caller keeps its side open after the refusal', async () => {
  const socket = await openSocket(origin, 'nonsense\r\n\r\n')
  socket.resume()
  await once(socket, 'end')
  const gone = new Promise((resolve) => socket.on('close', resolve))
  // Writing into a connection that the server has dropped is what ends our half.
  const writing = setInterval(() => socket.write('x'), 50)
  await gone
  clearInterval(writing)
})

test('logs an unreadable request under the id that the caller got, without its bytes', async () => {
  const { headers } = await sendRaw(origin, 'GET /?token=hush HTTP/1.1\r\nsecret\r\n\r\n')
  await wait(0)
  expect(logs).toContainEqual(
    expect.objectContaining({ reqId: headers.get('x-request-id'), code: 'malformed_request' }),
  )
  expect(JSON.stringify(logs)).not.toMatch(/hush|secret/)
})

/** Keeps the processor, as on a machine that is overloaded or was paused. */
function stopFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
