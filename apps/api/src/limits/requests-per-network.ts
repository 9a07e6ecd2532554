import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './rate-limit.ts'

/**
 * Fewer than half of the connections to the database, so that others always find one. Most requests are answered within
 * milliseconds: a whole office behind one address does not notice.
 */
const AT_ONCE_MAX = 4

/** As many as one network may have connections; behind a proxy nothing else bounds them. */
const WAITING_MAX = 2_000

interface Network {
  working: number
  waiting: Set<() => void>
}

/**
 * Works on a few requests of each network at once; its others wait in the order in which they came. So a flood from one network delays
 * another network's requests only by those few, however many it sends.
 */
export function limitRequestsPerNetwork(
  api: Pick<FastifyInstance, 'addHook'>,
  { requestsPerNetwork = AT_ONCE_MAX }: { requestsPerNetwork?: number | undefined },
): void {
  const networks = new Map<string, Network>()

  function networkNamed(name: string): Network {
    const known = networks.get(name) ?? { working: 0, waiting: new Set() }
    networks.set(name, known)
    return known
  }

  api.addHook('onRequest', (request, reply, done) => {
    if (isLong(request.routeOptions.config.endpoint)) return done()
    const name = networkOf(request.ip)
    const network = networkNamed(name)
    const { raw } = reply
    // Of pipelined requests on one connection only the first gets the close event.
    const { socket } = request.raw

    const start = () => {
      network.waiting.delete(start)
      if (socket.destroyed) return startNext()
      network.working++
      raw.once('close', end)
      socket.once('close', end)
      done()
    }
    const end = () => {
      raw.off('close', end)
      socket.off('close', end)
      network.working--
      startNext()
    }
    const startNext = () => {
      const [next] = network.waiting
      if (next) next()
      else if (network.working === 0) networks.delete(name)
    }

    if (network.working < requestsPerNetwork) return start()
    if (network.waiting.size >= WAITING_MAX) return done(tooMany())
    network.waiting.add(start)
  })
}

/** Whether the endpoint may take long because it waits, for example for a slow upload: it would hold the others up. Such endpoints have limits of their own. */
function isLong(endpoint: Endpoint | undefined): boolean {
  return endpoint?.waits === true || endpoint?.upload !== undefined || endpoint?.media !== undefined
}

function tooMany(): Refusal {
  return new Refusal('rate_limited', 'Your network has too many requests waiting. Try again shortly.', {
    retryAfterSeconds: 1,
  })
}
