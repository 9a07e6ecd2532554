import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type Endpoint, SAME_ORIGIN_PREFIX } from '@infra/protocol/endpoint'
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  fastify,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { accountRoutes } from './account/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { openClaimWaiters } from './attempts/claim-waiters.ts'
import { jobDispatcher } from './attempts/job-dispatcher.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { checkRoutes } from './checks/routes.ts'
import { keyedMutex } from './concurrency/keyed-mutex.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { readDevlog } from './devlog/read-devlog.ts'
import { devlogRoutes } from './devlog/routes.ts'
import { earningRoutes } from './earning/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { acceptBodies } from './http/accept-bodies.ts'
import { documentRoutes } from './http/api-documents.ts'
import { answerBrokenRequest, trackRequests } from './http/broken-request.ts'
import { allowOtherOrigins } from './http/cors.ts'
import { closeEventStreams } from './http/event-stream.ts'
import { healthRoutes } from './http/health.ts'
import { answerUnmatched } from './http/not-found.ts'
import { readableAddress } from './http/readable-address.ts'
import { answerWithRefusal } from './http/refusals.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { ServePage } from './http/web-app.ts'
import { openAwaitedCalls } from './jobs/calls/awaited-calls.ts'
import { jobRoutes } from './jobs/routes.ts'
import { servingNodes } from './jobs/serving-nodes.ts'
import { openFeedWatchers } from './jobs/watch/feed-watchers.ts'
import { type JobWatchers, openJobWatchers } from './jobs/watch/job-watchers.ts'
import { watchRoutes } from './jobs/watch/watch-routes.ts'
import { mandateRoutes } from './keys/mandates/mandate-routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { booksMetrics } from './ledger/books-age.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { descriptorLimit, limitConnections, limitStreams, limitsFor } from './limits/connection-limits.ts'
import { limitRequestsPerNetwork } from './limits/requests-per-network.ts'
import { mailRoutes } from './mail/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { nodeRoutes } from './nodes/routes.ts'
import { cardRoutes } from './pages/card-routes.ts'
import { servePages } from './pages/serve-pages.ts'
import { siteRoutes } from './pages/site-routes.ts'
import type { ProgramDeps } from './programs/program-route.ts'
import { v1Routes } from './programs/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { sanctionRoutes } from './sanctions/routes.ts'
import { sdkRoutes } from './sdk/sdk-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { stakingRoutes } from './staking/routes.ts'
import { networkMetrics } from './stats/network-metrics.ts'
import { perfStatsRoute, statsRoutes } from './stats/routes.ts'
import { updateRoutes } from './updates/routes.ts'
import { userRoutes } from './users/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** For requests to which no endpoint's limit applies, such as those to unknown addresses. */
const BODY_BYTES_MAX = 1024

/** The base path for OpenAI's clients. */
const V1_PREFIX = '/v1'

/**
 * A caller who sends byte by byte must not occupy a socket forever; a file over a slow connection takes minutes. A waiting call gets its
 * response before its client gives up, which Node.js does after 300 seconds.
 */
export const TIME_LIMITS = {
  headersMs: 10_000,
  bodyMs: 18_000,
  requestMs: 300_000,
  checkEveryMs: 2_000,
  callMs: 240_000,
}

/** What tests override: additional endpoints, and shorter limits. */
export interface ServerOptions {
  addRoutes?: (api: FastifyInstance) => void
  timeLimits?: typeof TIME_LIMITS
  /** Aborts when the process is about to close: it still responds, but is no longer ready. */
  leaving?: AbortSignal
  /** How many file descriptors this process may have. */
  descriptors?: number
}

/** The whole API, ready to listen. */
export async function buildServer(
  deps: Deps,
  logger: Logger,
  {
    addRoutes,
    timeLimits = TIME_LIMITS,
    leaving = new AbortController().signal,
    descriptors = descriptorLimit(),
  }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { config } = deps
  const devlog = await readDevlog()
  const headers = securityHeaders(config)
  const server = fastify(serverOptions({ config, logger, headers, timeLimits }))
  const limits = limitsFor(descriptors, config)
  limitConnections(server.server, limits, config)
  trackRequests(server.server)
  limitStreams(server, limits)
  server.decorateRequest('caller', undefined)
  server.setErrorHandler((error, request, reply) => answerWithRefusal(error, request, reply))
  // Hooks that don't wait use callbacks, because a promise would add to the cost of every request.
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    allowOtherOrigins(request, reply)
    done()
  })
  acceptBodies(server, timeLimits)
  server.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })

  const endpoints: Endpoint[] = []
  server.addHook('onRoute', ({ url, config: routeConfig }) => {
    if (!url.startsWith(`${config.apiPrefix}/`)) return
    // Fastify adds a HEAD to each GET; it's the same endpoint.
    const endpoint = routeConfig?.endpoint
    if (endpoint && !endpoints.includes(endpoint)) endpoints.push(endpoint)
  })

  const registry = new Registry()
  networkMetrics(registry, deps)
  booksMetrics(registry, deps.db)
  healthRoutes(server, deps, { leaving, registry })
  const orderDeps = openOrderDeps(server, deps, registry)
  await server.register(
    async (api) => {
      limitRequestsPerNetwork(api, config)
      sessionRoutes(api, deps)
      keyRoutes(api, deps)
      mandateRoutes(api, orderDeps)
      messageRoutes(api, deps)
      userRoutes(api, deps)
      feedbackRoutes(api, deps)
      fileRoutes(api, deps)
      accountRoutes(api, deps)
      checkRoutes(api, deps)
      catalogueRoutes(api, deps)
      machineRoutes(api, deps)
      ledgerRoutes(api, deps)
      jobAndAttemptRoutes(api, orderDeps, registry)
      stakingRoutes(api, deps)
      statsRoutes(api, deps)
      chatRoutes(api, orderDeps)
      devlogRoutes(api, deps, devlog)
      cardRoutes(api, deps)
      moderationRoutes(api, deps)
      sanctionRoutes(api, deps)
      addRoutes?.(api)
      documentRoutes(api, endpoints, config.apiPrefix)
    },
    { prefix: config.apiPrefix },
  )
  if (config.apiPrefix !== SAME_ORIGIN_PREFIX)
    await server.register(sameOriginRoutes(deps), { prefix: SAME_ORIGIN_PREFIX })
  await server.register(programRoutes({ ...orderDeps, callMs: timeLimits.callMs }))
  const servePage = config.webDir ? await webRoutes(server, deps, config.webDir) : undefined
  server.setNotFoundHandler(answerUnmatched({ endpoints, prefix: config.apiPrefix, servePage }))
  return server
}

/** Notifications for people and programs that aren't looking: mail, push and webhooks. */
function messageRoutes(api: FastifyInstance, deps: Deps): void {
  webhookRoutes(api, deps)
  pushRoutes(api, deps)
  alertRoutes(api, deps)
  mailRoutes(api, deps)
}

/** Nodes, their updates, and what a machine would earn. */
function machineRoutes(api: FastifyInstance, deps: Deps): void {
  nodeRoutes(api, deps)
  updateRoutes(api, deps)
  earningRoutes(api, deps)
}

/** Orders, the feed with its search, and the nodes that run what was ordered. */
function jobAndAttemptRoutes(
  api: FastifyInstance,
  deps: ReturnType<typeof openOrderDeps>,
  registry: Registry,
): void {
  jobRoutes(api, deps, registry)
  searchRoutes(api, deps)
  watchRoutes(api, deps, deps)
  attemptRoutes(api, deps, deps)
}

/** What programs call at fixed addresses that others have defined, whatever the prefix. */
function programRoutes(deps: ProgramDeps) {
  return async (programs: FastifyInstance) => {
    limitRequestsPerNetwork(programs, deps.config)
    mcpRoutes(programs, deps)
    await programs.register(async (v1) => v1Routes(v1, deps, V1_PREFIX), { prefix: V1_PREFIX })
  }
}

/** What is served from the folder of the built pages. */
async function webRoutes(server: FastifyInstance, deps: Deps, webDir: string): Promise<ServePage> {
  await siteRoutes(server, deps)
  await sdkRoutes(server, deps, webDir)
  return servePages(server, deps, webDir)
}

/** What pages call on their own origin, whatever the prefix. */
function sameOriginRoutes(deps: Deps) {
  return async (api: FastifyInstance) => {
    limitRequestsPerNetwork(api, deps.config)
    perfStatsRoute(api, deps)
  }
}

/** Shared by everything that orders, runs or watches jobs. When the server closes, long polls and event streams end first. */
function openOrderDeps(server: FastifyInstance, deps: Deps, registry: Registry) {
  const waiters = openClaimWaiters(deps.notifications)
  new Gauge({
    name: 'infra_nodes_waiting',
    help: 'Nodes that wait for a job at this process.',
    registers: [registry],
    collect() {
      this.set(waiters.count())
    },
  })
  const warn = (error: unknown) =>
    server.log.warn({ err: error }, 'a change could not be sent to its watchers')
  const jobWatchers = openJobWatchers(deps, warn)
  const feedWatchers = openFeedWatchers(deps, warn)
  const awaitedCalls = openAwaitedCalls(deps, warn)
  const closing = new AbortController()
  // A call that waited gets its response after idle connections were closed; its own would stay open for a minute, and the process with it.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.signal.aborted) reply.header('connection', 'close')
    done()
  })
  server.addHook('preClose', async () => {
    closing.abort()
    awaitedCalls.close()
    waiters.close()
    jobWatchers.close()
    feedWatchers.close()
    closeEventStreams(server)
  })
  const watchJob: JobWatchers['watch'] = (id, listener) =>
    jobWatchers.watch(id, listener, { progress: false })
  return {
    ...deps,
    serving: servingNodes(deps),
    dispatcher: jobDispatcher(deps, waiters),
    ordersInTurn: keyedMutex(),
    callsInTurn: keyedMutex(),
    jobWatchers,
    feedWatchers,
    awaitedCalls,
    watchJob,
    closing: closing.signal,
  }
}

function serverOptions(options: {
  config: Config
  logger: Logger
  headers: Record<string, string>
  timeLimits: typeof TIME_LIMITS
}): FastifyHttpOptions<Server> {
  const { config, logger, headers, timeLimits } = options
  return {
    loggerInstance: logger as FastifyBaseLogger,
    // One line per response is enough; see the hook.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // The caller is the last hop that is not a trusted proxy: earlier entries were written by the caller.
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: timeLimits.requestMs,
    http: { headersTimeout: timeLimits.headersMs, connectionsCheckingInterval: timeLimits.checkEveryMs },
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => readableAddress(url, [config.apiPrefix, V1_PREFIX]),
    return503OnClosing: false,
    routerOptions: {
      // Longer than any URL that gets here, so that an absurd id gets our 404 and not the router's 414.
      maxParamLength: 20_000,
    },
    // An address that can't be decoded gets its response before any hook runs.
    frameworkErrors: (error, request, reply) => {
      answerWithRefusal(error, request, reply.headers(headers).header('x-request-id', request.id))
      request.log.info({ req: request, res: reply }, 'answered')
    },
    clientErrorHandler: answerBrokenRequest(logger, headers),
  }
}
