import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from './rate-limit.ts'

/** Most requests take milliseconds, so a whole office behind one address doesn't notice. */
const AT_ONCE_MAX = 4

/** As many as one network may have connections; behind a proxy nothing else limits them. */
const WAITING_MAX = 2_000

/**
 * Refusals are cheap, so one network could get a thousand of them per second and keep the processor busy with nothing else. While others of
 * the same network wait, a refused request keeps its slot for this much longer, which leaves about two hundred per second.
 */
const REFUSED_MS = 20

interface Network {
  working: number
  waiting: Set<() => void>
  isTurnScheduled: boolean
}

/**
 * Processes a few requests of each network at once; the others wait in line in order of arrival, and one of them starts per turn of the
 * event loop. So a flood from one network delays the requests of another by one request per turn, however many it sends.
 */
export function limitRequestsPerNetwork(
  api: Pick<FastifyInstance, 'addHook'>,
  { requestsPerNetwork, databaseConnections }: Pick<Config, 'requestsPerNetwork' | 'databaseConnections'>,
): void {
  // Fewer than half of the database connections, so that others always find one.
  const fewerThanHalf = Math.ceil(databaseConnections.calls / 2) - 1
  const atOnceMax = requestsPerNetwork ?? Math.max(1, Math.min(AT_ONCE_MAX, fewerThanHalf))
  const networks = new Map<string, Network>()

  function networkNamed(name: string): Network {
    const known = networks.get(name) ?? { working: 0, waiting: new Set(), isTurnScheduled: false }
    networks.set(name, known)
    return known
  }

  function scheduleTurn(name: string, network: Network): void {
    if (network.isTurnScheduled) return
    network.isTurnScheduled = true
    setImmediate(() => {
      network.isTurnScheduled = false
      const [next] = network.working < atOnceMax ? network.waiting : []
      next?.()
      if (network.waiting.size > 0 && network.working < atOnceMax) scheduleTurn(name, network)
      else deleteIfIdle(name, network)
    })
  }

  function deleteIfIdle(name: string, { working, waiting, isTurnScheduled }: Network): void {
    if (working === 0 && waiting.size === 0 && !isTurnScheduled) networks.delete(name)
  }

  api.addHook('onRequest', (request, reply, done) => {
    if (isLong(request.routeOptions.config.endpoint, request.url)) return done()
    const name = networkOf(request.ip)
    const network = networkNamed(name)
    const { raw } = reply
    // When several requests share a connection, only the first response emits 'close' for it.
    const { socket } = request.raw

    const start = () => {
      network.waiting.delete(start)
      if (socket.destroyed) return
      network.working++
      raw.once('close', end)
      socket.once('close', end)
      done()
    }
    const end = () => {
      raw.off('close', end)
      socket.off('close', end)
      if (isRefusal(raw) && network.waiting.size > 0) setTimeout(release, REFUSED_MS)
      else release()
    }
    const release = () => {
      network.working--
      if (network.waiting.size > 0) scheduleTurn(name, network)
      else deleteIfIdle(name, network)
    }

    if (network.working < atOnceMax && network.waiting.size === 0) return start()
    if (network.waiting.size >= WAITING_MAX) return done(tooMany())
    network.waiting.add(start)
  })
}

const isRefusal = ({ statusCode }: { statusCode: number }) => statusCode >= 400 && statusCode < 500

/**
 * Whether the endpoint may take long because it waits, for example for a slow upload, and would hold up the others. Such endpoints have
 * their own limits.
 */
function isLong(endpoint: Endpoint | undefined, url: string): boolean {
  const waits = endpoint?.waits === 'where asked' ? /[?&]wait=/.test(url) : endpoint?.waits
  return waits === true || endpoint?.upload !== undefined || endpoint?.media !== undefined
}

function tooMany(): Refusal {
  return new Refusal('rate_limited', 'Your network has too many requests waiting. Try again shortly.', {
    retryAfterSeconds: 1,
  })
}
