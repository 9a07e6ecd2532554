import { once } from 'node:events'
import { expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { openSocket, readToEnd } from '../test/raw-http.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints } from '../test/test-endpoints.ts'
import { DRAIN_BYTES_MAX } from './bound-drain.ts'

const { origin } = await startTestApi({ addRoutes: openTestEndpoints })

/** Writes everything before it reads anything, as simple programs do. */
async function writeThenRead(path: string, type: string, bytes: number) {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`
  const socket = await openSocket(origin, head)
  const broken = once(socket, 'error').then(([error]) => error.code as string)
  const piece = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < bytes; sent += piece.length) {
    const written = new Promise<string | undefined>((resolve) => {
      socket.write(piece.subarray(0, bytes - sent), (error) =>
        resolve((error as NodeJS.ErrnoException)?.code),
      )
    })
    const problem = await written
    if (problem) return problem
  }
  const answer = new Promise<string>((resolve) => socket.once('data', (said) => resolve(String(said))))
  const outcome = await Promise.race([answer, broken])
  socket.destroy()
  return outcome.split('\r\n')[0]
}

/** More than the buffers of both sides, so a client that is cut off right away is still writing. */
const LARGE_BYTES = 14 * 1024 * 1024

test.for([
  ['/api/test/notes', 'application/json', 'HTTP/1.1 413 Payload Too Large'],
  ['/api/test/files', 'multipart/form-data; boundary=x', 'HTTP/1.1 413 Payload Too Large'],
  ['/api/test/nothing', 'application/json', 'HTTP/1.1 404 Not Found'],
] as const)(
  '[finding X22] clients that send 14 MB to %s before they read still get the answer',
  async ([path, type, answer]) => {
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => writeThenRead(path, type, LARGE_BYTES)),
    )
    expect(outcomes).toEqual(Array(4).fill(answer))
  },
)

test('a connection can be used again after a body that was too large', async () => {
  const large = `POST /api/test/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  const next = 'DELETE /api/test/flags HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answer = await readToEnd(await openSocket(origin, large + ' '.repeat(100_000) + next))
  expect(answer.status).toBe(413)
  expect(answer.body).toContain('HTTP/1.1 204')
})

test('[finding X22] disconnects a client that sends for ever', async () => {
  const endless = `POST /api/test/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`
  const socket = await openSocket(origin, endless)
  let sent = 0
  const piece = Buffer.alloc(1024 * 1024, ' ')
  // Keeps reading, so that only being cut off can end it.
  socket.resume()
  let problem: Error | null | undefined
  while (!problem && sent < 20 * DRAIN_BYTES_MAX) {
    sent += piece.length
    problem = await new Promise((resolve) => socket.write(piece, resolve))
  }
  socket.destroy()
  expect(sent).toBeLessThan(20 * DRAIN_BYTES_MAX)
})

test('[finding X22] disconnects a client that stops in the middle of its body', async () => {
  const begun = `POST /api/test/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  const { status, body } = await readToEnd(await openSocket(origin, begun))
  expect(status).toBe(413)
  expect(body).not.toContain('HTTP/1.1 408')
})

test('answers 413 to a chunked body that is too large', async () => {
  const body = new ReadableStream({
    start(controller) {
      for (let piece = 0; piece < 20; piece++)
        controller.enqueue(new TextEncoder().encode(' '.repeat(10_000)))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expectRefusal(await readAnswer(fetch(`${origin}/api/test/notes`, init)), {
    status: 413,
    code: 'payload_too_large',
  })
})
