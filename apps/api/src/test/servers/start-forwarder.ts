import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onFinished } from '../on-finished.ts'

interface Forwarded {
  /** Of the server that gets the request. */
  origin: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Passes requests on, changed as the test wants, and their answers back. A client that disconnects isn't noticed behind it. Returns its own
 * origin.
 */
export async function startForwarder(
  change: (request: Omit<Forwarded, 'origin'>) => Forwarded,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { url, method } = request
    const { origin, headers, body } = change({ headers: request.headers, body: await text(request) })
    const { 'content-length': _, ...rest } = headers
    const passed = send(new URL(url!, origin), {
      method,
      headers: { ...rest, 'content-length': Buffer.byteLength(body) },
    })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
