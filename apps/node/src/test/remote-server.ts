import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

export interface RemoteRequest {
  /** Method, and path without the query. */
  route: string
  path: string
  query: URLSearchParams
  headers: Record<string, unknown>
  body: unknown
}

/** Its return value is sent as JSON; if it returns nothing, it has responded by itself, or never will. */
type RemoteHandler = (asked: RemoteRequest, response: ServerResponse) => unknown

export interface RemoteServer {
  url: URL
  requests: RemoteRequest[]
  /** Requests whose caller went away before the answer was whole. */
  disconnected: string[]
  at: (route: string) => RemoteRequest[]
  /** Sends to all open sockets, or to those of one client. */
  send: (message: object | Buffer, client?: string) => void
  socketsOpen: () => number
  /** At once, as a power cut would. */
  stop: () => Promise<void>
}

/** A server on this machine with scripted responses, over real HTTP and WebSocket; `*` responds if nothing else does. */
export async function startRemote(
  answers: Record<string, RemoteHandler>,
  { authorization, onSocket }: { authorization?: string; onSocket?: (client: string) => void } = {},
): Promise<RemoteServer> {
  const requests: RemoteRequest[] = []
  const disconnected: string[] = []
  const sockets = new Map<Duplex, string>()
  const connections = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const route = `${request.method} ${pathname}`
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const one = {
      route,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    }
    requests.push(one)
    response.on('close', () => response.writableFinished || disconnected.push(route))
    const answer = answers[route] ?? answers['*']
    if (!answer) return void response.writeHead(404).end('Nothing here.')
    const value = await answer(one, response)
    if (value !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  })
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  server.on('upgrade', (request, socket) => {
    if (authorization !== undefined && request.headers.authorization !== authorization)
      return void socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
    const client = new URL(request.url!, 'http://localhost').searchParams.get('clientId') ?? ''
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    sockets.set(socket, client)
    onSocket?.(client)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    // The only frame that our client sends is the closing one.
    socket.on('data', () => socket.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    for (const connection of connections) connection.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    disconnected,
    at: (route) => requests.filter((one) => one.route === route),
    send: (message, client) => {
      const frame = frameOf(message)
      for (const [socket, of] of sockets) {
        if (client !== undefined && of !== client) continue
        // In two packets, with the border inside the frame's head.
        socket.write(frame.subarray(0, 3))
        socket.write(frame.subarray(3))
      }
    },
    socketsOpen: () => sockets.size,
    stop,
  }
}

function frameOf(message: object | Buffer): Buffer {
  const isBinary = Buffer.isBuffer(message)
  const payload = isBinary ? message : Buffer.from(JSON.stringify(message))
  const head = Buffer.from([isBinary ? 0x82 : 0x81, 126, payload.length >> 8, payload.length & 255])
  return Buffer.concat([head, payload])
}
