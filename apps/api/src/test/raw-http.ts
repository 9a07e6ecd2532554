import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Answer } from './expect-refusal.ts'

/** Sends raw bytes, because `fetch` only sends valid requests. The client's side stays open: the server has to close. */
export async function openSocket(origin: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  // The server may close while the test still writes; its answer is what counts.
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return socket
}

/** Everything that the server sends until it closes its side. */
export async function readToEnd(socket: Socket): Promise<Answer> {
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'end')
  socket.destroy()
  return parseAnswer(received)
}

export async function sendRaw(origin: string, bytes: string): Promise<Answer> {
  return readToEnd(await openSocket(origin, bytes))
}

function parseAnswer(received: string): Answer {
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/)
      return [name, value]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body }
}
