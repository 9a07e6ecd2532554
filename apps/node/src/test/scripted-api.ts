import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint, Output } from '@infra/protocol/endpoint'
import type { ErrorCode } from '@infra/protocol/refusal'
import { Refusal } from '@infra/protocol/refusal'
import { z } from 'zod'

export interface Received {
  endpoint: Endpoint
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent.
  body: any
  /** Of a file that was sent. */
  bytes: Buffer
  /** Aborted when the caller has gone away. */
  gone: AbortSignal
}

/** The answer never arrives: the connection breaks after the work was done. */
export class LostAnswer extends Error {}

/** Bytes instead of JSON. */
export class Bytes {
  readonly content: Buffer
  constructor(content: Buffer) {
    this.content = content
  }
}

type Handler = (received: Received) => unknown

export interface ScriptedApi {
  prefix: string
  received: Received[]
  /** Those that came at one endpoint. */
  at: (endpoint: Endpoint) => Received[]
  on: <E extends Endpoint>(
    endpoint: E,
    handler: (received: Received) => Answer<E> | Promise<Answer<E>>,
  ) => void
  /** Like a killed process: connections are refused until it is up again. */
  down: () => Promise<void>
  up: () => Promise<void>
}

type Answer<E extends Endpoint> = Output<E> | Bytes

/** A remote program with the protocol, scripted by the test: real HTTP, built from the endpoints' own data. */
export async function startScriptedApi(): Promise<ScriptedApi> {
  const handlers: { endpoint: Endpoint; pattern: RegExp; handler: Handler }[] = []
  const received: Received[] = []
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://api')
    const found = handlers.find(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(url.pathname),
    )
    if (!found) return refuse(response, new Refusal('not_found', `Nothing is scripted at ${url.pathname}.`))
    const params = { ...found.pattern.exec(url.pathname)!.groups }
    const call = await read(request, response, found.endpoint, {
      params,
      query: Object.fromEntries(url.searchParams),
    })
    received.push(call)
    try {
      await answer(response, found.endpoint, await found.handler(call))
    } catch (error) {
      if (error instanceof Refusal) refuse(response, error)
      else response.destroy()
    }
  }
  let server = createServer(listener)
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    prefix: `http://127.0.0.1:${port}/api`,
    received,
    at: (endpoint) => received.filter((call) => call.endpoint === endpoint),
    on: (endpoint, handler) => {
      const at = handlers.findIndex((known) => known.endpoint === endpoint)
      if (at !== -1) handlers.splice(at, 1)
      const path = endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
      handlers.push({ endpoint, pattern: new RegExp(`^/api${path}$`), handler })
    },
    down: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    up: async () => {
      server = createServer(listener)
      await listen(port)
    },
  }
}

async function read(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
  place: Pick<Received, 'params' | 'query'>,
): Promise<Received> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const raw = Buffer.concat(await Array.fromAsync(request))
  const common = { endpoint, ...place, headers: request.headers, gone: gone.signal }
  if (!endpoint.upload)
    return { ...common, body: raw.length > 0 ? JSON.parse(raw.toString()) : undefined, bytes: raw }
  const form = await new Response(raw, { headers: request.headers as Record<string, string> }).formData()
  const bytes = Buffer.from(await (form.get('file') as File).arrayBuffer())
  return { ...common, body: undefined, bytes }
}

async function answer(response: ServerResponse, endpoint: Endpoint, output: unknown): Promise<void> {
  if (output instanceof Bytes) return void response.writeHead(200).end(output.content)
  if (!endpoint.response) return void response.writeHead(204).end()
  // A newer API may say more than we know.
  const encoded = z.encode(endpoint.response, output as never)
  const reply = encoded && { ...encoded, newerField: 1 }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply ?? null))
}

const statuses: Partial<Record<ErrorCode, number>> = {
  dependency_unavailable: 503,
  internal_error: 500,
  invalid_token: 401,
  node_not_linked: 403,
  not_found: 404,
  upgrade_required: 426,
}

function refuse(response: ServerResponse, { code, message }: Refusal): void {
  const status = statuses[code] ?? 409
  const problem = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: message,
    instance: 'urn:request:test',
  }
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
}
