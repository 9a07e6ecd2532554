import { randomInt } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countStream } from '../limits/connection-limits.ts'

/** Shorter than the idle timeout of common proxies, and long enough to cost nothing. */
const COMMENT_EVERY_MS = 15_000

/** A client that doesn't read is disconnected when this much is buffered for it; it can resume where it stopped. */
const BUFFERED_BYTES_MAX = 1024 * 1024

/**
 * How long a browser waits before it reconnects. Varies per stream, so that after a restart a thousand readers come back over eight seconds
 * and not within one.
 */
const RETRY_MS_MIN = 2_000
const RETRY_MS_MAX = 10_000

type Id = string | number | undefined

/** One event of a stream. Its data is one line of JSON, so it can't end the event or start another. */
interface WrittenEvent {
  /** Without a name, it's the event `message`. */
  event?: string
  json: string
  id?: Id
}

/** A part of a stream, with and without the chunk frame of HTTP/1.1. */
export interface EventBytes {
  framed: Buffer
  plain: Buffer
}

export interface EventStream {
  send: (event: string, data: unknown, id?: Id) => void
  /** For events with many readers: the bytes are made once, not once per reader. */
  sendBytes: (bytes: EventBytes) => void
  close: () => void
  isClosed: () => boolean
  /** Calls the listener right away if the stream is already closed. */
  onClose: (listener: () => void) => void
  lastEventId: string | undefined
}

/** Several events are one write, which costs about as much as the write of one. */
export function eventBytes(...events: WrittenEvent[]): EventBytes {
  return bytesOf(events.map(textOf).join(''))
}

function textOf({ event, json, id }: WrittenEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${json}\n\n`
}

const COMMENT = bytesOf(': \n\n')

/**
 * Server-sent events. Open until the reader disconnects, the server closes, or `close` is called. Refused if the person, the network or the
 * process has too many open.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  /** Whether to send the reader the reconnection time. OpenAI's client for Python reads that line as an event without data, and fails. */
  { sendsRetry = true } = {},
): EventStream {
  const stopCounting = countStream(request)
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  if (sendsRetry) write(raw, bytesOf(`retry: ${randomInt(RETRY_MS_MIN, RETRY_MS_MAX)}\n\n`))
  const timer = setInterval(write, COMMENT_EVERY_MS, raw, COMMENT)
  const siblings = streamsOf(request.server)
  siblings.add(raw)
  const stream = new OpenStream(raw, headerOf(request, 'last-event-id'))
  // The client may have disconnected while the handler was reading; then this is called right away.
  stream.onClose(() => {
    clearInterval(timer)
    siblings.delete(raw)
    stopCounting()
  })
  return stream
}

/** A class, because there are thousands of instances: closures would add half a kilobyte to each. */
class OpenStream implements EventStream {
  readonly lastEventId: string | undefined
  readonly #raw: ServerResponse

  constructor(raw: ServerResponse, lastEventId: string | undefined) {
    this.#raw = raw
    this.lastEventId = lastEventId
  }

  send(event: string, data: unknown, id?: Id): void {
    write(this.#raw, eventBytes({ event, json: JSON.stringify(data), id }))
  }

  sendBytes(bytes: EventBytes): void {
    write(this.#raw, bytes)
  }

  close(): void {
    this.#raw.end()
  }

  isClosed(): boolean {
    return this.#raw.destroyed
  }

  onClose(listener: () => void): void {
    if (this.isClosed()) listener()
    else this.#raw.once('close', listener)
  }
}

function write(raw: ServerResponse, { framed, plain }: EventBytes): void {
  if (raw.destroyed || raw.writableEnded) return
  // Writes straight to the socket, because `raw` would make a frame for each reader and assemble it from three parts. There's no socket
  // while the previous response on the same connection isn't done.
  if (raw.socket) raw.socket.write(raw.chunkedEncoding ? framed : plain)
  else raw.write(plain)
  if (raw.writableLength > BUFFERED_BYTES_MAX) raw.destroy()
}

function bytesOf(text: string): EventBytes {
  const plain = Buffer.from(text)
  const length = plain.length.toString(16)
  return { plain, framed: Buffer.concat([Buffer.from(`${length}\r\n`), plain, Buffer.from('\r\n')]) }
}

const openStreams = new WeakMap<Server, Set<ServerResponse>>()

function streamsOf({ server }: Pick<FastifyInstance, 'server'>): Set<ServerResponse> {
  const streams = openStreams.get(server) ?? new Set()
  openStreams.set(server, streams)
  return streams
}

export function countEventStreams(server: Pick<FastifyInstance, 'server'>): number {
  return streamsOf(server).size
}

/** Ends all streams because the server closes. Readers reconnect to another process. */
export function closeEventStreams(server: Pick<FastifyInstance, 'server'>): void {
  for (const raw of streamsOf(server)) raw.end()
}

const EVENT_RANGES = ['text/event-stream', 'text/*', '*/*']

/** Refuses a caller whose Accept header excludes event streams. */
export function requireAcceptsEvents(request: FastifyRequest): void {
  const accept = headerOf(request, 'accept')?.trim()
  if (!accept) return
  const weights = new Map(accept.toLowerCase().split(',').map(readRange))
  // The most specific range decides, as RFC 9110 says.
  const range = EVENT_RANGES.find((name) => weights.has(name))
  if (range && weights.get(range)! > 0) return
  throw new Refusal('not_acceptable', 'This is a stream of events. Accept text/event-stream.')
}

function readRange(range: string): [string, number] {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight ? Number(weight.slice(2)) : 1]
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
