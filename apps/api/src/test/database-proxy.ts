import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export interface DatabaseProxy {
  /** The same database, through the proxy. */
  url: string
  /** Breaks every connection and refuses new ones, as a server that is down does. */
  cut: () => Promise<void>
  /** Takes connections and says nothing, as a server behind a broken network does. */
  fallSilent: () => void
  restore: () => Promise<void>
}

/** A database that can go away and come back, while the program under test goes on. */
export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let silent = false
  let server: Server

  const open = async (port: number) => {
    server = createServer((inbound) => {
      const outbound = connect(target)
      for (const [socket, other] of [
        [inbound, outbound],
        [outbound, inbound],
      ] as const) {
        sockets.add(socket)
        socket.on('data', (bytes) => silent || other.write(bytes))
        socket.on('error', () => {})
        socket.on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const port = await open(0)
  afterAll(() => void server.close())
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    fallSilent: () => {
      silent = true
    },
    restore: async () => {
      silent = false
      if (!server.listening) await open(port)
    },
  }
}
