import { rm } from 'node:fs/promises'
import { type Caller, type Endpoint, type Input, isForNodes, type Output } from '@infra/protocol/endpoint'
import { commonRefusals, Refusal } from '@infra/protocol/refusal'
import { API_KEY_PATTERN } from '@infra/protocol/values/api-key'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { type Callers, identify } from '../auth/callers.ts'
import type { LeaseHolder } from '../auth/leases.ts'
import { requireHttps } from '../auth/require-https.ts'
import type { Deps } from '../deps.ts'
import { streamRefusal } from '../limits/connection-limits.ts'
import { networkOf, type RateLeft } from '../limits/rate-limit.ts'
import { acceptsBrotli, packBrotli } from './brotli.ts'
import { clientDisconnected } from './client-disconnected.ts'
import { type EventStream, openEventStream, requireAcceptsEvents } from './event-stream.ts'
import { type Head, readBody, readHead } from './read-input.ts'
import { expectUpload, type ReceivedUpload, receiveUpload } from './receive-upload.ts'
import { problemOf, refusalFor } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Callers[Caller]
    /** What the caller has left of the endpoint's rate limit, if it has one. */
    rateLeft: RateLeft | undefined
    /** Checked before the body is read. */
    head: Head
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export type Inbound<E extends Endpoint> = {
  caller: Callers[E['caller']]
  userAgent: string
  /** The network of the caller, as reported by a trusted proxy if there is one. */
  network: () => string
  /** For handlers that wait: aborts when the caller disconnects. */
  clientDisconnected: () => AbortSignal
  /** Marks the response as a repeat of an earlier one with the same key. */
  replayed: () => void
  /** Says that a preference of the header `Prefer` was applied. */
  preferenceApplied: (preference: string) => void
} & Omit<Input<E>, 'file'> &
  (E['upload'] extends object ? { upload: ReceivedUpload } : unknown)

/** A response that is serialized once for many callers. */
export class SerializedAnswer {
  readonly bytes: Buffer
  #packed: Promise<Buffer> | undefined

  constructor(endpoint: Endpoint, output: unknown) {
    this.bytes = Buffer.from(JSON.stringify(encode(endpoint, output)))
  }

  /**
   * Compressed, which pays off for many callers. A response for one caller isn't: it may contain secrets, whose length compression would
   * leak.
   */
  packed(): Promise<Buffer> {
    this.#packed ??= packBrotli(this.bytes)
    return this.#packed
  }
}

/** What is known of a request before its body is read. */
export type Announced<E extends Endpoint> = Pick<Inbound<E>, 'caller'> &
  Omit<Input<E>, 'body' | 'file'> & {
    /** By the Content-Length header, which may be missing. */
    bodyBytes: number | undefined
    /** Calls back when the response was sent or the caller disconnected. */
    whenOver: (done: () => void) => void
  }

/** How much of a body is read if an endpoint takes none, to be able to refuse it. */
const UNWANTED_BODY_BYTES_MAX = 1024

/** Registers one endpoint. Path, caller, limits, input and output come from the endpoint; the handler does the rest. */
export function route<E extends Endpoint & { media?: undefined }>(
  server: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (inbound: Inbound<E>) => Promise<Output<E> | SerializedAnswer> | Output<E>,
  /** Refuses what can be refused before the body is read. */
  admit?: (announced: Announced<E>) => Promise<void>,
): void {
  server.route({
    ...routeOptions(deps, endpoint, admit as (announced: unknown) => Promise<void>),
    method: endpoint.method,
    handler: async (request, reply) => {
      const output = await withInbound(deps, endpoint, { request, reply }, handler)
      return sendOutput(endpoint, reply, output)
    },
  })
}

async function sendOutput(endpoint: Endpoint, reply: FastifyReply, output: unknown): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  if (!endpoint.response) return reply.status(204).send()
  reply.status(endpoint.status ?? 200).type('application/json; charset=utf-8')
  // Serialized here, because the framework would send a string without its quotes.
  if (!(output instanceof SerializedAnswer)) return reply.send(new SerializedAnswer(endpoint, output).bytes)
  reply.header('vary', 'accept-encoding')
  if (!acceptsBrotli(reply.request)) return reply.send(output.bytes)
  return reply.header('content-encoding', 'br').send(await output.packed())
}

/** Only what the response schema names leaves the API. */
function encode({ response }: Endpoint, output: unknown): unknown {
  return z.encode(response!, output as never)
}

/**
 * Registers an endpoint whose response is JSON. A caller who asks for events gets the handler's events as they happen and then the same
 * response as the event `reply`. What goes wrong before the first event is refused as at any endpoint, later it's the event `problem`.
 */
export function streamableRoute<E extends Endpoint & { media?: undefined }>(
  server: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (inbound: Inbound<E>, sendEvent: (event: string, data: unknown) => void) => Promise<Output<E>>,
): void {
  server.route({
    ...routeOptions(deps, endpoint),
    method: endpoint.method,
    handler: async (request, reply) => {
      // A caller with too many open streams gets the whole answer at once instead.
      const wantsEvents =
        (request.headers.accept?.includes('text/event-stream') ?? false) && !streamRefusal(request)
      let stream: EventStream | undefined
      const sendEvent = (event: string, data: unknown) => {
        if (!wantsEvents) return
        stream ??= openEventStream(request, reply)
        stream.send(event, data)
      }
      try {
        const output = await withInbound(deps, endpoint, { request, reply }, (inbound) =>
          handler(inbound, sendEvent),
        )
        if (!wantsEvents) return sendOutput(endpoint, reply, output)
        sendEvent('reply', encode(endpoint, output))
      } catch (error) {
        if (!stream) throw error
        sendEvent('problem', problemOf(refusalFor(error, request), request.id))
      }
      stream?.close()
      return reply
    },
  })
}

/** Registers an endpoint whose response isn't JSON: the handler sends a file or a stream of events itself. */
export function mediaRoute<E extends Endpoint & { media: string }>(
  server: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (inbound: Inbound<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  server.route({
    ...routeOptions(deps, endpoint),
    // The framework's own HEAD would read the whole file to get its length; a stream of events has no length.
    method: endpoint.media === 'file' ? [endpoint.method, 'HEAD'] : endpoint.method,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await withInbound(deps, endpoint, { request, reply }, (inbound) =>
        handler(inbound as Inbound<E>, request, reply),
      )
      return reply
    },
  })
}

/** What every route of an endpoint has: the checks before its body is read. */
export function routeOptions(
  deps: Deps,
  endpoint: Endpoint,
  admit?: (announced: unknown) => Promise<void>,
): Omit<RouteOptions, 'handler' | 'method'> {
  const name = `${endpoint.method} ${endpoint.path}`
  const count = endpoint.limit && deps.rateLimiter(name, endpoint.limit)
  return {
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    bodyLimit: endpoint.bodyWithFilesBytesMax ?? endpoint.bodyBytesMax ?? UNWANTED_BODY_BYTES_MAX,
    // Before the body is read, so that a refused caller's megabytes are not received.
    onRequest: async (request, reply) => {
      refuseKeyInAddress(request.url)
      if (isForNodes(endpoint)) requireHttps(deps.config, request)
      request.caller = await identify[endpoint.caller](deps, request)
      request.rateLeft = await count?.(whoIs(request), deps.now())
      if (endpoint.media === 'events') requireAcceptsEvents(request)
      request.head = readHead(endpoint, request)
      if (endpoint.lease) await deps.leases.admit(leaseHolderOf(request), endpoint.lease)
      if (endpoint.upload) expectUpload(request.raw, endpoint.upload.bytesMax)
      const length = request.headers['content-length']
      const bodyBytes = length === undefined ? undefined : Number(length)
      const whenOver = (done: () => void) => void reply.raw.once('close', done)
      await admit?.({ caller: request.caller, bodyBytes, whenOver, ...request.head })
    },
  }
}

/** Proxies log addresses, and browsers keep them in their history. */
function refuseKeyInAddress(url: string): void {
  if (url.search(API_KEY_PATTERN) === -1) return
  throw new Refusal(
    'malformed_request',
    'Send an API key in the header Authorization, never in the address. Revoke this one: it may have been logged on its way.',
  )
}

/** Every endpoint under a lease has these parameters. */
function leaseHolderOf({ caller, head }: FastifyRequest): LeaseHolder {
  const { id } = head.params as { id: string }
  const { 'x-lease-token': leaseToken } = head.headers as { 'x-lease-token': string }
  return { attemptId: id, leaseToken, nodeId: (caller as Callers['node']).id }
}

function whoIs(request: FastifyRequest): string {
  const { caller } = request
  if (!caller) return networkOf(request.ip)
  return 'address' in caller ? caller.address : caller.id
}

/** A refusal that the endpoint doesn't declare would be missing from the document that clients are built on. */
async function withInbound<E extends Endpoint, T>(
  deps: Deps,
  endpoint: E,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: (inbound: Inbound<E>) => T | Promise<T>,
): Promise<T> {
  const body = readBody(endpoint, request.body)
  let upload: ReceivedUpload | undefined
  try {
    upload =
      endpoint.upload &&
      (await receiveUpload(request.raw, { ...endpoint.upload, folder: deps.files.tempDir }))
    const userAgent = request.headers['user-agent'] ?? ''
    const about = {
      caller: request.caller,
      userAgent,
      network: () => networkOf(request.ip),
      clientDisconnected: () => clientDisconnected(reply),
      replayed: () => void reply.header('idempotency-replayed', 'true'),
      preferenceApplied: (preference: string) => void reply.header('preference-applied', preference),
    }
    return await work({ ...about, ...request.head, body, upload } as unknown as Inbound<E>)
  } catch (error) {
    const declared = [...commonRefusals, ...endpoint.refusals] as string[]
    if (error instanceof Refusal && !declared.includes(error.code)) {
      request.log.error({ code: error.code }, 'refusal is not declared by its endpoint')
    }
    throw error
  } finally {
    // No longer there if it was moved into the store.
    if (upload) await rm(upload.path, { force: true })
  }
}
