import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The reference: plain `node:http` in its own process, with a fixed response that it gets once. */
process.once('message', ({ headers, body }: { headers: OutgoingHttpHeaders; body: string }) => {
  const bytes = Buffer.from(body)
  const server = createServer((_, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit())
