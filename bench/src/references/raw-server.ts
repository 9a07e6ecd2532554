import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The reference: nothing but `node:http`, in a process of its own, with an answer that it is told once. */
process.once('message', ({ headers, body }: { headers: OutgoingHttpHeaders; body: string }) => {
  const bytes = Buffer.from(body)
  const server = createServer((_, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit())
