import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Answer } from './expect-refusal.ts'

/** Bytes as they are, where `fetch` would send only what is correct. Our side stays open: closing is the server's part. */
export async function openSocket(origin: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  // A server may hang up while we still write; what it said before is what counts.
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return socket
}

/** Everything the server says until it closes its side. */
export async function readToEnd(socket: Socket): Promise<Answer> {
  let said = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    said += chunk
  })
  await once(socket, 'end')
  socket.destroy()
  return parseAnswer(said)
}

export async function sendRaw(origin: string, bytes: string): Promise<Answer> {
  return readToEnd(await openSocket(origin, bytes))
}

function parseAnswer(said: string): Answer {
  const [head = '', body = ''] = said.split(/\r\n\r\n(.*)/s)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/)
      return [name, value]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body }
}
