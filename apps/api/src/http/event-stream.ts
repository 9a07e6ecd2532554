import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Shorter than the patience of any proxy on the way, and long enough to cost nothing. */
const COMMENT_EVERY_MS = 15_000

/** One who does not read is not written to for ever: he is let go, and resumes where he was. */
const BUFFERED_BYTES_MAX = 1024 * 1024

/** What a browser waits before it connects again. */
const RETRY_MS = 2_000

export interface EventStream {
  /** One JSON line an event: nothing in the data can end it or start another. */
  send: (event: string, data: unknown, id?: string | number) => void
  /** Already as JSON: written once for all who watch the same. */
  sendRaw: (event: string, json: string, id?: string | number) => void
  close: () => void
  closed: AbortSignal
  lastEventId: string | undefined
}

/** Server-sent events. Open until the reader goes away, the server closes, or `close` is called. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const { raw } = reply
  const controller = new AbortController()
  const siblings = streamsOf(request.server)
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write(`retry: ${RETRY_MS}\n\n`)
  const timer = setInterval(() => write(': \n\n'), COMMENT_EVERY_MS)
  const onClose = () => {
    clearInterval(timer)
    siblings.delete(raw)
    controller.abort()
  }
  siblings.add(raw)
  // He may have gone while we looked for what he wanted; then nobody tells us a second time.
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)

  function write(text: string): void {
    if (raw.destroyed || raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > BUFFERED_BYTES_MAX) raw.destroy()
  }

  const sendRaw: EventStream['sendRaw'] = (event, json, id) =>
    write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${json}\n\n`)

  return {
    send: (event, data, id) => sendRaw(event, JSON.stringify(data), id),
    sendRaw,
    close: () => void raw.end(),
    closed: controller.signal,
    lastEventId: headerOf(request, 'last-event-id'),
  }
}

const openStreams = new WeakMap<Server, Set<FastifyReply['raw']>>()

function streamsOf({ server }: Pick<FastifyInstance, 'server'>): Set<FastifyReply['raw']> {
  const streams = openStreams.get(server) ?? new Set()
  openStreams.set(server, streams)
  return streams
}

export function countEventStreams(server: Pick<FastifyInstance, 'server'>): number {
  return streamsOf(server).size
}

/** The server is going away: readers come again, to another process. */
export function closeEventStreams(server: Pick<FastifyInstance, 'server'>): void {
  for (const raw of streamsOf(server)) raw.end()
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
