import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { onFinished } from '../on-finished.ts'

/** A server that answers nobody, and knows how many connected to it. */
export async function countConnections(host = '127.0.0.1', port = 0) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.destroy()
  }).listen(port, host)
  await once(server, 'listening')
  onFinished(async () => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}
