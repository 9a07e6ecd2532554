import { errorFrom, InfraError } from './infra-error.ts'

export interface Connection {
  /** An API key, `infra_sk_…`. Without one, only public data can be read. */
  key?: string | undefined
  /** The network's address: `https://infra.example`. A path is the API's prefix, which defaults to `/api`. */
  baseUrl: string
  fetch?: typeof fetch
  /** How often a request is retried that got no response, or one that may change in a moment; 3 by default. */
  retries?: number
}

export interface Request {
  query?: Record<string, string | number | undefined>
  body?: object | FormData | undefined
  headers?: Record<string, string | undefined>
  signal?: AbortSignal | undefined
}

/** Too many requests at once, or a part of the network is unavailable for a moment. */
const MAY_PASS = [429, 502, 503, 504]

const FIRST_PAUSE_MS = 500

/** If the server asks for a longer wait, the caller decides. */
const RETRY_AFTER_SECONDS_MAX = 30

/** Sends a request to the API, retries it if that may help, and returns its successful response. */
export async function sendRequest(
  connection: Connection,
  method: string,
  path: string,
  request: Request = {},
): Promise<Response> {
  const { retries = 3 } = connection
  for (let tries = 0; ; tries++) {
    try {
      return await sendOnce(connection, method, path, request)
    } catch (error) {
      request.signal?.throwIfAborted()
      const { status, retryAfterSeconds = 0 } = error as InfraError
      const mayPass = status === undefined || MAY_PASS.includes(status)
      if (!mayPass || tries >= retries || retryAfterSeconds > RETRY_AFTER_SECONDS_MAX) throw error
      const pauseMs = FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random())
      await pause(Math.max(pauseMs, retryAfterSeconds * 1000), request.signal)
    }
  }
}

async function sendOnce(
  { key, baseUrl, fetch: send = fetch }: Connection,
  method: string,
  path: string,
  { query = {}, body, headers = {}, signal }: Request,
): Promise<Response> {
  const isForm = body instanceof FormData
  const sent = Object.entries({
    authorization: key && `Bearer ${key}`,
    'content-type': body && !isForm ? 'application/json' : undefined,
    ...headers,
  }).filter((header): header is [string, string] => !!header[1])
  const response = await send(addressOf(baseUrl, path, query), {
    method,
    headers: sent,
    body: isForm ? body : body && JSON.stringify(body),
    signal: signal ?? null,
  } as RequestInit).catch((cause: unknown) => {
    throw new InfraError('unreachable', `The network at ${baseUrl} did not answer.`, { cause })
  })
  if (!response.ok) throw await errorFrom(response)
  return response
}

function addressOf(baseUrl: string, path: string, query: NonNullable<Request['query']>): URL {
  const base = new URL(baseUrl)
  const prefix = base.pathname === '/' ? '/api' : base.pathname.replace(/\/$/, '')
  // Links from the API already contain its prefix.
  const address = new URL(path.startsWith(`${prefix}/`) ? path : prefix + path, base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
  signal?.throwIfAborted()
}
