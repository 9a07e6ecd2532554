import type { LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type OpenAddresses, openAddresses } from './open-addresses.ts'
import { type ResolveHost, resolveHost } from './resolve-host.ts'
import { retryAfterMs } from './retry-after.ts'

/** For the name, the connection and the answer together. */
const POST_MS = 15_000
const ANSWER_BYTES = 4_096

export type OutboundFailure =
  /** Not an address that may be called: scheme, port, user info, or a host that is not on the internet. */
  | 'url_refused'
  | 'name_unknown'
  | 'redirected'
  | 'timed_out'
  /** No connection, no valid certificate, or it broke. */
  | 'unreachable'
  /** This process closes. */
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
  /** Why an address can't be called, as far as one sees without asking for its name; undefined where it can. */
  whyRefused: (url: string) => string | undefined
  /** Never throws. A redirect is a failure and is not followed. */
  post: (post: OutboundPost) => Promise<OutboundResult>
}

interface Settings {
  /** Ranges that are open though they are not on the internet. There `http:` is taken as well. */
  allow: readonly string[]
  resolve?: ResolveHost
  timeoutMs?: number
}

/** Requests to addresses that a stranger chose. They reach hosts on the internet and none beside this API. */
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
  }
}

type Target = { target: URL; why?: undefined } | { target?: undefined; why: string }

/** WHATWG's parser makes every spelling of an IPv4 address (`127.1`, `0x7f000001`, `①②⑦.0.0.1`) the usual one. */
function readTarget(url: string, rules: OpenAddresses): Target {
  if (!URL.canParse(url)) return { why: 'This is not an address.' }
  const target = new URL(url)
  if (target.username !== '' || target.password !== '')
    return { why: 'Leave out the user name and password.' }
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return { why: 'Use an https address.' }
  const host = hostOf(target)
  const isLiteral = isIP(host) !== 0
  if (isLiteral && !rules.isOpen(host)) return { why: 'This host is not on the internet.' }
  if (target.protocol === 'http:' && !mayBePlain(host, rules)) return { why: 'Use an https address.' }
  const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port)
  if (port !== 443 && port !== 8443 && port <= 1024)
    return { why: 'Use port 443, port 8443 or one above 1024.' }
  return { target }
}

const hostOf = (target: URL) => target.hostname.replace(/^\[(.*)\]$/, '$1')

/** An address that the operator allowed, or the name of this machine. */
function mayBePlain(host: string, rules: OpenAddresses): boolean {
  return isIP(host) === 0 ? host === 'localhost' && rules.isAllowed('127.0.0.1') : rules.isAllowed(host)
}

async function findAddresses(
  target: URL,
  { rules, resolve, signal }: { rules: OpenAddresses; resolve: ResolveHost; signal: AbortSignal },
): Promise<string[] | { failure: OutboundFailure; message: string }> {
  const host = hostOf(target)
  if (isIP(host) !== 0) return [host]
  const all = await untilAborted(resolve(host, signal), signal)
  if (all.length === 0) return { failure: 'name_unknown', message: 'No host has this name.' }
  const isFit = target.protocol === 'http:' ? rules.isAllowed : rules.isOpen
  const open = all.filter(isFit)
  return open.length > 0 ? open : { failure: 'url_refused', message: 'This host is not on the internet.' }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
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
    // No connection is kept: each has its own answer of DNS, which was checked.
    agent: false,
    lookup: lookupAmong(addresses),
    signal,
    headers: { ...headers, 'content-length': body.length },
  }
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResult>()
  const sent = request(target, options, (response) => {
    // From here on the status is known, and that is what counts: an answer that breaks off has arrived all the same.
    sent.off('error', reject).on('error', () => {})
    readAnswer(response).then(resolve, reject)
  })
  sent.on('error', reject)
  sent.end(body)
  // What is left of a long answer is not waited for.
  return promise.finally(() => sent.destroy())
}

/** What was checked is what is connected to: there is no second answer that could differ. */
function lookupAmong(addresses: string[]): LookupFunction {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
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
    // What came of it is enough.
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
