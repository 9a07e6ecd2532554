import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Pace } from '@infra/weights/download'
import { paced } from './limit-bandwidth.ts'

export interface PacedProxy {
  /** Makes npm and Node.js use the proxy. */
  environment: Record<string, string>
  close: () => void
}

/**
 * A proxy on this machine that passes responses on no faster than the limit, for programs without a limit of their own: npm. It requires a
 * password, since other users of the machine can reach it too.
 */
export async function openPacedProxy(pace: Pace): Promise<PacedProxy> {
  const password = randomBytes(16).toString('hex')
  const expected = `Basic ${Buffer.from(`infra:${password}`).toString('base64')}`
  const isAllowed = ({ headers }: IncomingMessage) => headers['proxy-authorization'] === expected
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    if (!isAllowed(incoming)) return void outgoing.writeHead(407).end()
    forward(incoming, outgoing, pace)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => {})
    if (!isAllowed(incoming)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    tunnel(incoming, client, head, pace)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://infra:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: { ...environmentFor(url) },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** npm's own settings would take precedence over the common names. */
function environmentFor(url: string): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'npm_config_proxy']
  const proxies = [...names, 'npm_config_https_proxy'].map((name) => [name, url])
  return { ...Object.fromEntries(proxies), NODE_USE_ENV_PROXY: '1' }
}

/** Passes encrypted traffic on unchanged. */
function tunnel(incoming: IncomingMessage, client: Socket, head: Buffer, pace: Pace): void {
  const { hostname, port } = new URL(`http://${incoming.url}`)
  const remote = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''))
  const end = () => {
    remote.destroy()
    client.destroy()
  }
  remote.on('error', end)
  client.on('close', end)
  remote.once('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    remote.write(head)
    client.pipe(remote)
    // Both programs notice a broken connection themselves.
    pipeline(remote, paced(pace), client).catch(end)
  })
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, pace: Pace): void {
  const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = incoming.headers
  const passed = request(incoming.url ?? '', { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, paced(pace), outgoing).catch(() => outgoing.destroy())
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}
