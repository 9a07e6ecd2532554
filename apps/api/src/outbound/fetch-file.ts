import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { networkOf } from '../limits/rate-limit.ts'
import { findAddresses, lookupAmong, readTarget, untilAborted } from './find-target.ts'
import type { OpenAddresses } from './open-addresses.ts'
import type { ResolveHost } from './resolve-host.ts'

/**
 * For names, connections, redirects and the file together, so that a host that sends one byte at a time doesn't block anything for long.
 */
const FETCH_MS = 10_000
const REDIRECTS_MAX = 3

/** No other ports are contacted on the internet, so that strangers can't use us to find open ports. */
const PORTS = ['', '443', '8443']

/** A name may have hundreds of addresses, each of which counts towards the limit. */
const ADDRESSES_MAX = 2

/** Files are kept in memory, and hosts may be slow on purpose. */
const FETCHES_MAX = 16
const FETCHES_PER_PERSON = 2

export interface FileFetch {
  url: string
  /** The person for whom it is fetched. */
  owner: string
  bytesMax: number
  userAgent: string
  /** Called before each connection, for each network that it may go to. Throws if there were too many. */
  admit: (network: string) => Promise<unknown>
  timeoutMs?: number
}

export type FetchedFile = { bytes: Buffer; failure?: undefined } | { failure: FetchFailure; message: string }

type FetchFailure =
  | 'fetch_failed'
  | 'payload_too_large'
  | 'rate_limited'
  | 'unsupported_media_type'
  | 'url_refused'

interface Settings {
  rules: OpenAddresses
  resolve: ResolveHost
}

/** Fetches a file from an address that a stranger chose. Reveals nothing about the response except the file itself. */
export async function fetchFile(fetch: FileFetch, settings: Settings): Promise<FetchedFile> {
  const deadline = AbortSignal.timeout(fetch.timeoutMs ?? FETCH_MS)
  let { url } = fetch
  // For hosts that the operator opened outside the internet, we don't even reveal what went wrong.
  let isInside = false
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const { answer, ...asked } = await fetchOnce({ ...fetch, url }, { ...settings, deadline })
    isInside ||= asked.isInside
    if (!('location' in answer))
      return isInside && answer.failure ? failed('The address brings no file.') : answer
    url = answer.location
  }
  return failed(`The address redirects more than ${REDIRECTS_MAX} times.`)
}

/** A few at once in this process, and fewer per person, so that nobody can block others with slow hosts. */
export function limitFetches(
  work: (fetch: FileFetch) => Promise<FetchedFile>,
): (fetch: FileFetch) => Promise<FetchedFile> {
  const open: string[] = []
  return async (fetch) => {
    const mine = open.filter((owner) => owner === fetch.owner).length
    if (open.length >= FETCHES_MAX || mine >= FETCHES_PER_PERSON)
      return { failure: 'rate_limited', message: 'Too many files are being fetched. Try again in a moment.' }
    open.push(fetch.owner)
    try {
      return await work(fetch)
    } finally {
      open.splice(open.indexOf(fetch.owner), 1)
    }
  }
}

type Answer = FetchedFile | { location: string }

async function fetchOnce(
  fetch: FileFetch,
  { rules, resolve, deadline }: Settings & { deadline: AbortSignal },
): Promise<{ answer: Answer; isInside: boolean }> {
  const { target, why } = readTarget(fetch.url, rules)
  if (target === undefined) return refused(why)
  const found = await findAddresses(target, { rules, resolve, signal: deadline }).catch(() => undefined)
  if (!found) return { answer: late(), isInside: false }
  // In the same words, so that nobody can find out which names a private network has.
  if ('failure' in found) return refused('No host on the internet has this name.')
  const addresses = found.slice(0, ADDRESSES_MAX)
  const isInside = addresses.some(rules.isAllowed)
  if (!isInside && !PORTS.includes(target.port)) return refused('Use port 443 or 8443.')
  for (const network of new Set(addresses.map(networkOf))) await fetch.admit(network)
  const answer = await untilAborted(get(target, addresses, { ...fetch, signal: deadline }), deadline).catch(
    () => (deadline.aborted ? late() : failed('There is no connection to this address.')),
  )
  return { answer, isInside }
}

function refused(message: string): { answer: Answer; isInside: false } {
  return { answer: { failure: 'url_refused', message }, isInside: false }
}

async function get(
  target: URL,
  addresses: string[],
  { bytesMax, userAgent, signal }: FileFetch & { signal: AbortSignal },
): Promise<Answer> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // Don't request or unpack compressed files, which may be larger than what was sent.
  const headers = { accept: 'image/*, audio/*', 'accept-encoding': 'identity', 'user-agent': userAgent }
  const sent = request(target, { agent: false, lookup: lookupAmong(addresses), signal, headers }, resolve)
  sent.on('error', reject)
  sent.end()
  try {
    return await readFile(await promise, { target, bytesMax })
  } finally {
    sent.destroy()
  }
}

const REDIRECTS = [301, 302, 303, 307, 308]
const FILE_TYPES = /^\s*((image|audio)\/|(application|binary)\/octet-stream\b)/i

async function readFile(
  response: IncomingMessage,
  { target, bytesMax }: { target: URL; bytesMax: number },
): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  const { location } = headers
  if (REDIRECTS.includes(status) && location !== undefined && URL.canParse(location, target.href))
    return { location: new URL(location, target).href }
  if (status !== 200) return failed(`The address answers ${status} and no file.`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return failed('The address sends the file compressed, which was not asked for.')
  // Before the body is received, so that nobody can make us load other sites' pages.
  if (!FILE_TYPES.test(headers['content-type'] ?? 'application/octet-stream'))
    return { failure: 'unsupported_media_type', message: 'The address brings neither a picture nor a sound.' }
  if (Number(headers['content-length'] ?? 0) > bytesMax) return tooLarge(bytesMax)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bytesMax) return tooLarge(bytesMax)
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts) }
}

function failed(message: string): { failure: 'fetch_failed'; message: string } {
  return { failure: 'fetch_failed', message }
}

function late() {
  return failed('The file did not come within 10 seconds.')
}

function tooLarge(bytesMax: number): Answer {
  return {
    failure: 'payload_too_large',
    message: `The file is larger than ${Math.floor(bytesMax / 1024 / 1024)} MB.`,
  }
}
