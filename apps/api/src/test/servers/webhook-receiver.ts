import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onFinished } from '../on-finished.ts'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  /** Its bytes as they came. */
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void

/** A server that receives webhooks. It responds with 204 unless a test says otherwise. */
export async function startWebhookReceiver(
  answer: Answer = (_received, response) => void response.writeHead(204).end(),
) {
  const received: ReceivedWebhook[] = []
  const receiver = { answer }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const webhook = { path: request.url!, headers: request.headers, body, event: JSON.parse(body) }
    received.push(webhook)
    receiver.answer(webhook, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, { received, url: `http://127.0.0.1:${port}` })
}
