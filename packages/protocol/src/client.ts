import { z } from 'zod'
import type { Endpoint, Reply, Request } from './endpoint.ts'
import { Amounts, Problem, Refusal } from './refusal.ts'
import { validationRefusal } from './validation-refusal.ts'

export interface ClientOptions {
  /** The API's prefix: `/api`, or `https://example.org/api`; pages use another one for some endpoints. */
  prefix: string | ((endpoint: Endpoint) => string)
  fetch?: typeof fetch
  /** Called before each request, so that a token can be renewed in time; sent if the endpoint uses it. */
  headers?: (endpoint: Endpoint) => Promise<Record<string, string>> | Record<string, string>
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: object extends Request<E> ? [Request<E>?, CallOptions?] : [Request<E>, CallOptions?]
) => Promise<Reply<E>>

interface CallOptions {
  signal?: AbortSignal
  /** Sends this one request, in order to report upload progress or to read the response as it comes. */
  fetch?: typeof fetch
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
  file?: Blob
}

/** The one way to call the API's endpoints, for browser, node agent and tests. Throws a `Refusal` on anything but success. */
export function createClient(options: ClientOptions): Call {
  return async (endpoint, ...[input, callOptions = {}]) => {
    const { signal } = callOptions
    const send = callOptions.fetch ?? options.fetch ?? fetch
    const parts = (input ?? {}) as Parts
    const headers = new Headers(await options.headers?.(endpoint))
    for (const [name, value] of headersOf(endpoint, parts)) headers.set(name, value)
    if (endpoint.body && !endpoint.form) headers.set('content-type', 'application/json')
    const prefix = typeof options.prefix === 'string' ? options.prefix : options.prefix(endpoint)
    const address = prefix + pathOf(endpoint, parts)
    const body = bodyOf(endpoint, parts)
    const response = await reach(send(address, { method: endpoint.method, headers, signal, body }), signal)
    if (!response.ok) throw await refusalFrom(response)
    if (endpoint.media) return response as never
    if (!endpoint.response) return undefined as never
    return z.decode(endpoint.response, await reach(response.json(), signal)) as never
  }
}

function headersOf(endpoint: Endpoint, { headers = {} }: Parts): [string, string][] {
  if (!endpoint.headers) return []
  return Object.entries(encodePart(endpoint.headers, headers, '/') as Record<string, string>)
}

function bodyOf(endpoint: Endpoint, parts: Parts): string | URLSearchParams | FormData | undefined {
  if (endpoint.upload) {
    const form = new FormData()
    form.set('file', parts.file!)
    return form
  }
  if (!endpoint.body) return undefined
  const encoded = encodePart(endpoint.body, parts.body, '/')
  return endpoint.form ? new URLSearchParams(encoded as Record<string, string>) : JSON.stringify(encoded)
}

function pathOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const encoded = encodeParams(endpoint, params)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(encoded[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(
    endpoint.query ? (encodePart(endpoint.query, query, '?') as object) : {},
  )) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** For the caller, an id that can't exist is simply not found. */
function encodeParams(endpoint: Endpoint, params: unknown): Record<string, unknown> {
  if (!endpoint.params) return {}
  const encoded = z.safeEncode(endpoint.params, params as never)
  if (!encoded.success) throw new Refusal('not_found', 'There is nothing at this address.')
  return encoded.data
}

/** What the API would refuse because of its form is refused here, with the same message, before it's sent. */
function encodePart(schema: z.ZodType, part: unknown, root: '/' | '?'): unknown {
  const encoded = z.safeEncode(schema, part)
  if (!encoded.success) throw validationRefusal(encoded.error, root)
  return encoded.data
}

/** Also for the body of a response, because a connection can break, and a load balancer can respond 200 with its own page. */
async function reach<T>(sent: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await sent
  } catch (cause) {
    // The caller aborted, with their own reason.
    if (signal?.aborted) throw cause
    throw new Refusal('dependency_unavailable', 'The network did not answer.', { cause })
  }
}

async function refusalFrom(response: Response): Promise<Refusal> {
  const { status } = response
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined
  const problem = Problem.safeParse(await response.json().catch(() => undefined))
  // A load balancer in front of the API responds in its own words, and a newer API may use codes that we don't know.
  if (!problem.success) {
    const requestId = response.headers.get('x-request-id') ?? undefined
    const sentence = `The network answered ${status}.`
    return new Refusal(codeFor(status), sentence, { requestId, retryAfterSeconds, status })
  }
  const { code, detail, errors, instance } = problem.data
  return new Refusal(code, detail, {
    errors,
    amounts: Amounts.parse(problem.data),
    requestId: instance.replace(/^urn:request:/, ''),
    retryAfterSeconds,
    status,
  })
}

function codeFor(status: number) {
  if (status === 401) return 'unauthenticated'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'dependency_unavailable' : 'malformed_request'
}
