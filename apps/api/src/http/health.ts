import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { countEventStreams } from './event-stream.ts'

/** Endpoints for the operators of the API: liveness, readiness, metrics. */
export function healthRoutes(
  server: FastifyInstance,
  deps: Deps,
  { leaving, registry }: { leaving: AbortSignal; registry: Registry },
): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  // Another request on the same connection would reach a process that is about to close.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving.aborted) reply.header('connection', 'close')
    done()
  })

  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )

  server.get('/readyz', async (_request, reply) => {
    if (closing || leaving.aborted)
      throw new Refusal('dependency_unavailable', 'This process is shutting down.', { retryAfterSeconds: 1 })
    await deps.db.execute(sql`select 1`)
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })

  metricsRoute(server, deps, registry)
}

function metricsRoute(server: FastifyInstance, { config }: Deps, registry: Registry): void {
  // Also what happens before anyone asks is collected.
  processRegistry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  server.addHook('onResponse', (request, reply, done) => {
    // The pattern, not the address: ids as labels would grow without limit.
    const route = request.routeOptions.url ?? 'unmatched'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  new Gauge({
    name: 'infra_event_streams',
    help: 'Readers of server-sent events at this process.',
    registers: [registry],
    collect() {
      this.set(countEventStreams(server))
    },
  })

  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken))
      throw new Refusal('not_found', 'There is nothing at this address.')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await Registry.merge([processRegistry(), registry]).metrics())
  })
}

let ofProcess: Registry | undefined

/** Collected once however many servers this process starts, because the collection of default metrics can't be stopped. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** With the token if one is configured; otherwise only from this machine, and not through a proxy on it. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const expected = Buffer.from(`Bearer ${token}`)
    const given = Buffer.from(request.headers.authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const proxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  const peer = request.socket.remoteAddress ?? ''
  return !proxied && (peer === '::1' || /^(::ffff:)?127\./.test(peer))
}
