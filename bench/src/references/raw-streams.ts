import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The references: open responses of `node:http`, in its own process, and a text that is written to all of them: through the response, or,
 * if `bare`, as framed bytes straight to the socket.
 */
const open = new Set<ServerResponse>()
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write('retry: 2000\n\n')
  open.add(response)
  response.once('close', () => open.delete(response))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('message', ({ text, bare }: { text: string; bare: boolean }) => {
  const bytes = Buffer.from(text)
  const framed = Buffer.from(`${bytes.length.toString(16)}\r\n${text}\r\n`)
  for (const response of open) {
    if (bare) response.socket!.write(framed)
    else response.write(bytes)
  }
})
process.once('disconnect', () => process.exit())
