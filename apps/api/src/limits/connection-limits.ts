import type { Server } from 'node:http'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from './rate-limit.ts'
import { addressList, isListed } from './trusted-proxies.ts'

export interface ConnectionLimits {
  connections: number
  connectionsPerNetwork: number
  streams: number
  streamsPerNetwork: number
  streamsPerPerson: number
}

/**
 * All tabs of a browser share one stream of the feed and one per open job, so an office of a hundred people behind one
 * address stays below this. One person with several browsers and a phone stays far below theirs.
 */
const STREAMS_PER_NETWORK = 256
const STREAMS_PER_PERSON = 64

/** A browser keeps six connections, a node up to five, so this is enough for hundreds of either behind one address. */
const CONNECTIONS_PER_NETWORK = 2_000

const RETRY_AFTER_SECONDS = 30

/**
 * How many connections and streams a process may keep open, given its limit of file descriptors. An eighth is reserved for the database,
 * files and child processes. Streams get at most half, so that there's always room for short calls.
 */
export function limitsFor(
  descriptors: number,
  given: { connectionsPerNetwork?: number | undefined; streamsPerNetwork?: number | undefined } = {},
): ConnectionLimits {
  const part = (share: number) => Math.max(1, Math.floor(descriptors * share))
  return {
    connections: part(7 / 8),
    connectionsPerNetwork: given.connectionsPerNetwork ?? Math.min(CONNECTIONS_PER_NETWORK, part(1 / 4)),
    streams: part(1 / 2),
    streamsPerNetwork: given.streamsPerNetwork ?? Math.min(STREAMS_PER_NETWORK, part(1 / 8)),
    streamsPerPerson: given.streamsPerNetwork ?? Math.min(STREAMS_PER_PERSON, part(1 / 16)),
  }
}

/** What most systems allow by default, if the system reports no limit. */
const DESCRIPTORS_ASSUMED = 1_024

export function descriptorLimit(): number {
  // Without this, the report looks up the name of every connected peer.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return Number.isSafeInteger(soft) && soft > 0 ? soft : DESCRIPTORS_ASSUMED
}

/** Refuses connections beyond the limits. A trusted proxy carries everyone's connections, so only the total counts for it. */
export function limitConnections(
  server: Server,
  { connections, connectionsPerNetwork }: ConnectionLimits,
  { trustedProxies }: { trustedProxies: readonly string[] },
): void {
  server.maxConnections = connections
  const proxies = addressList(trustedProxies)
  const open = new OpenCounts()
  server.on('connection', (socket) => {
    if (isListed(proxies, socket.remoteAddress)) return
    const network = networkOf(socket.remoteAddress ?? '')
    if (open.of(network) >= connectionsPerNetwork) return void socket.destroy()
    open.add(network)
    socket.once('close', () => open.remove(network))
  })
}

interface StreamCounts {
  limits: ConnectionLimits
  byOwner: OpenCounts
  total: number
}

const streamCounts = new WeakMap<Server, StreamCounts>()

export function limitStreams({ server }: Pick<FastifyInstance, 'server'>, limits: ConnectionLimits): void {
  streamCounts.set(server, { limits, byOwner: new OpenCounts(), total: 0 })
}

/** Counts one more open stream for its person and network, or refuses it. Returns a function that decrements the count. */
export function countStream(request: FastifyRequest): () => void {
  const counts = streamCounts.get(request.server.server)
  if (!counts) return () => {}
  const refusal = streamRefusal(request)
  if (refusal) throw refusal
  const owners = ownersOf(request)
  counts.total++
  for (const owner of owners) counts.byOwner.add(owner)
  return () => {
    counts.total--
    for (const owner of owners) counts.byOwner.remove(owner)
  }
}

export function streamRefusal(request: FastifyRequest): Refusal | undefined {
  const counts = streamCounts.get(request.server.server)
  if (!counts) return undefined
  const { limits, byOwner, total } = counts
  const [network = '', person] = ownersOf(request)
  const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  if (total >= limits.streams) {
    return new Refusal('stream_limit', 'Too many streams are open here. Try again in a moment.', retry)
  }
  if (byOwner.of(network) >= limits.streamsPerNetwork) {
    return new Refusal('stream_limit', 'Too many streams are open from your network.', retry)
  }
  if (person !== undefined && byOwner.of(person) >= limits.streamsPerPerson) {
    return new Refusal('stream_limit', 'You have too many streams open. Close some tabs.', retry)
  }
  return undefined
}

/** The network, and the person if one is signed in. */
function ownersOf({ ip, caller }: FastifyRequest): string[] {
  const network = networkOf(ip)
  return caller && 'address' in caller ? [network, caller.address] : [network]
}

/** Has an entry only while something is open, so that it can't grow without limit. */
class OpenCounts {
  readonly #counts = new Map<string, number>()

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  add(owner: string): void {
    this.#counts.set(owner, this.of(owner) + 1)
  }

  remove(owner: string): void {
    const left = this.of(owner) - 1
    if (left > 0) this.#counts.set(owner, left)
    else this.#counts.delete(owner)
  }
}
