import { randomInt } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countStream } from '../limits/connection-limits.ts'

/** Shorter than the idle timeout of common proxies, and long enough to cost nothing. */
const COMMENT_EVERY_MS = 15_000

/** A client that does not read is disconnected when this much is buffered for it; it can resume where it was. */
const BUFFERED_BYTES_MAX = 1024 * 1024

/**
 * How long a browser waits before it reconnects. It differs for each stream, so that after a restart a thousand readers come back
 * over eight seconds and not within one.
 */
const RETRY_MS_MIN = 2_000
const RETRY_MS_MAX = 10_000

type Id = string | number | undefined

/** One event of a stream. Its data is one line of JSON, so nothing in it can end the event or start another. */
interface WrittenEvent {
  /** Without one it is the event `message`. */
  event?: string
  json: string
  id?: Id
}

/** A part of a stream as it is written, with the chunk frame of HTTP/1.1 and without. */
export interface EventBytes {
  framed: Buffer
  plain: Buffer
}

export interface EventStream {
  send: (event: string, data: unknown, id?: Id) => void
  /** For what many readers get: its bytes are made once, not once per reader. */
  sendBytes: (bytes: EventBytes) => void
  close: () => void
  isClosed: () => boolean
  /** Calls back at once where the stream is closed already. */
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
 * Server-sent events. Open until the reader disconnects, the server closes, or `close` is called. Refused where the person, the
 * network or the process has too many open.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  /** Whether the reader is told when to come back. OpenAI's client for Python takes that line for an event without data, and fails. */
  { saysRetry = true } = {},
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
  if (saysRetry) write(raw, bytesOf(`retry: ${randomInt(RETRY_MS_MIN, RETRY_MS_MAX)}\n\n`))
  const timer = setInterval(write, COMMENT_EVERY_MS, raw, COMMENT)
  const siblings = streamsOf(request.server)
  siblings.add(raw)
  const stream = new OpenStream(raw, headerOf(request, 'last-event-id'))
  // The client may have disconnected while the handler was reading: then this is called at once.
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
  // Straight to the socket: `raw` would make a frame for each reader, and gather it from three parts. It has none while
  // the answer before it, on the same connection, is not done.
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
