import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type FetchedFile, type FileFetch, fetchFile, limitFetches } from './fetch-file.ts'
import { findAddresses, lookupAmong, readTarget } from './find-target.ts'
import { openAddresses } from './open-addresses.ts'
import { type ResolveHost, resolveHost } from './resolve-host.ts'
import { retryAfterMs } from './retry-after.ts'

/** For the name, the connection and the response together. */
const POST_MS = 15_000
const ANSWER_BYTES = 4_096

export type OutboundFailure =
  /** The address may not be called, because of its scheme, port, user info, or a host that isn't on the internet. */
  | 'url_refused'
  | 'name_unknown'
  | 'redirected'
  | 'timed_out'
  /** No connection, no valid certificate, or the connection broke. */
  | 'unreachable'
  /** This process is closing. */
  | 'aborted'

export interface OutboundAnswer {
  status: number
  retryAfterMs: number | undefined
  /** Its first 4 kB. */
  answer: Buffer
}

export type OutboundResult =
  | ({ failure?: undefined } & OutboundAnswer)
  | { failure: OutboundFailure; message: string }

export interface OutboundPost {
  url: string
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal
}

export interface Outbound {
  /** Why an address can't be called, as far as one can tell without resolving its name; undefined if it can. */
  whyRefused: (url: string) => string | undefined
  /** Never throws. A redirect counts as a failure and isn't followed. */
  post: (post: OutboundPost) => Promise<OutboundResult>
  /** Follows redirects. Throws only what `admit` throws. */
  fetchFile: (fetch: FileFetch) => Promise<FetchedFile>
}

interface Settings {
  /** Ranges that may be called although they aren't on the internet. `http:` is accepted there too. */
  allow: readonly string[]
  resolve?: ResolveHost
  timeoutMs?: number
}

/** Requests to addresses that a stranger chose. They reach hosts on the internet and nothing in the API's own network. */
export function openOutbound({ allow, resolve = resolveHost, timeoutMs = POST_MS }: Settings): Outbound {
  const rules = openAddresses(allow)
  return {
    whyRefused: (url) => readTarget(url, rules).why,
    post: async ({ signal, ...post }) => {
      const { target, why } = readTarget(post.url, rules)
      if (target === undefined) return { failure: 'url_refused', message: why }
      const deadline = AbortSignal.timeout(timeoutMs)
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline
      try {
        const found = await findAddresses(target, { rules, resolve, signal: either })
        return 'failure' in found ? found : await send(target, found, { ...post, signal: either })
      } catch (error) {
        return failureOf(error as Error, { signal, deadline })
      }
    },
    fetchFile: limitFetches((fetch) => fetchFile(fetch, { rules, resolve })),
  }
}

interface Sent {
  headers: Record<string, string>
  body: Buffer
  signal: AbortSignal
}

async function send(
  target: URL,
  addresses: string[],
  { headers, body, signal }: Sent,
): Promise<OutboundResult> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const options: RequestOptions = {
    method: 'POST',
    // Connections aren't reused: each has its own DNS response, which was checked.
    agent: false,
    lookup: lookupAmong(addresses),
    signal,
    headers: { ...headers, 'content-length': body.length },
  }
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResult>()
  const sent = request(target, options, (response) => {
    // The status is known now, and that is what counts: a response that breaks off has arrived all the same.
    sent.off('error', reject).on('error', () => {})
    readAnswer(response).then(resolve, reject)
  })
  sent.on('error', reject)
  sent.end(body)
  // Don't wait for the rest of a long response.
  return promise.finally(() => sent.destroy())
}

async function readAnswer(response: IncomingMessage): Promise<OutboundResult> {
  const status = response.statusCode!
  if (status >= 300 && status < 400)
    return { failure: 'redirected', message: `Answered ${status}. Redirects are not followed.` }
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      if (bytes >= ANSWER_BYTES) break
    }
  } catch {
    // What we received so far is enough.
  }
  const answer = Buffer.concat(parts).subarray(0, ANSWER_BYTES)
  return { status, retryAfterMs: retryAfterMs(response.headers['retry-after']), answer }
}

function failureOf(
  error: Error & { code?: string },
  { signal, deadline }: { signal: AbortSignal | undefined; deadline: AbortSignal },
): OutboundResult {
  if (signal?.aborted) return { failure: 'aborted', message: 'The request was given up.' }
  if (deadline.aborted) return { failure: 'timed_out', message: 'No answer in time.' }
  return { failure: 'unreachable', message: `No connection: ${error.code ?? error.message}.` }
}
