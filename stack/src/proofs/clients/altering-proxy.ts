import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What is missing between a client and the API, as if it had been forgotten. */
export interface Omission {
  /** Which requests it concerns, as `POST /v1/completions`. */
  of: RegExp
  /** Nothing is served there. */
  endpoint?: true
  /** The status and code of this error, which becomes any error. */
  error?: string
  /** A header of the answer. */
  header?: string
  /** A field of the answer or of any of its events, as `choices.message.content`; what is in lists has no number. */
  field?: string
  /** Events of a stream with these data. */
  event?: RegExp
}

/** An HTTP proxy in front of the API that leaves something out. Streams pass as they come. */
export async function startAlteringProxy(target: string, omission: Omission): Promise<string> {
  const server = createServer((asked, answer) => void pass(target, omission, asked, answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function pass(
  target: string,
  omission: Omission,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { method, url } = asked
  const isMeant = omission.of.test(`${method} ${url}`)
  if (isMeant && omission.endpoint) {
    asked.resume()
    answer.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    return
  }
  const sent = await buffer(asked)
  const headers = { ...asked.headers, 'content-length': String(sent.length) }
  // Files come in chunks, but leave whole.
  delete headers['transfer-encoding']
  const forwarded = request(new URL(url!, target), { method, headers, agent: false })
  answer.on('close', () => forwarded.destroy())
  forwarded.on('error', () => answer.destroy())
  forwarded.on('response', (response) =>
    sendOn(isMeant ? omission : undefined, response, answer).catch(() => answer.destroy()),
  )
  forwarded.end(sent)
}

async function sendOn(
  omission: Omission | undefined,
  response: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const headers = { ...response.headers }
  delete headers['content-length']
  delete headers['transfer-encoding']
  if (omission?.header) delete headers[omission.header]
  const type = headers['content-type'] ?? ''
  if (type.startsWith('text/event-stream')) {
    answer.writeHead(response.statusCode!, headers)
    // Clients wait for the headers before they read.
    answer.flushHeaders()
    let rest = ''
    response.setEncoding('utf8')
    for await (const chunk of response) {
      const events = `${rest}${chunk}`.split('\n\n')
      rest = events.pop()!
      for (const event of events)
        if (!omission?.event?.test(event)) answer.write(`${altered(event, omission)}\n\n`)
    }
    answer.end(rest)
    return
  }
  const body = await buffer(response)
  const isError = omission?.error && body.includes(`"code":"${omission.error}"`)
  if (isError) {
    answer.writeHead(500, { 'content-type': 'text/plain' }).end('Something went wrong.')
    return
  }
  const isJson = omission?.field && type.startsWith('application/json')
  answer.writeHead(response.statusCode!, headers).end(isJson ? withoutField(body, omission.field!) : body)
}

function altered(event: string, omission: Omission | undefined): string {
  if (!omission?.field || !event.startsWith('data: {')) return event
  return `data: ${withoutField(Buffer.from(event.slice(6)), omission.field)}`
}

function withoutField(json: Buffer, path: string): Buffer {
  const value: unknown = JSON.parse(json.toString())
  remove(value, path.split('.'))
  return Buffer.from(JSON.stringify(value))
}

function remove(value: unknown, [name, ...rest]: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) remove(item, [name!, ...rest])
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>
    if (rest.length === 0) delete record[name!]
    else remove(record[name!], rest)
  }
}
