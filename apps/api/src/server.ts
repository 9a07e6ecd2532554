import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Deps } from './deps.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { documentRoutes } from './http/api-documents.ts'
import { healthRoutes } from './http/health.ts'
import { answerUnmatched } from './http/not-found.ts'
import { parseJson } from './http/parse-json.ts'
import { parseQuery } from './http/parse-query.ts'
import { answerWithRefusal, rawRefusal } from './http/refusals.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { serveWebApp } from './http/web-app.ts'

/** Bodies of calls are words and numbers; files have doors of their own. */
const BODY_BYTES_MAX = 64 * 1024

/** The whole API, ready to listen. `addRoutes` lets a test open doors of its own beside the product's. */
export async function buildServer(
  deps: Deps,
  logger: Logger,
  addRoutes: (api: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const { config } = deps
  const server = fastify(serverOptions(deps, logger))
  server.decorateRequest('caller', undefined)
  server.setErrorHandler((error, request, reply) => answerWithRefusal(error, request, reply))
  addSecurityHeaders(server, config)
  acceptJsonOnly(server)
  server.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
  })

  const endpoints: Endpoint[] = []
  server.addHook('onRoute', ({ config: routeConfig }) => {
    // Fastify adds a HEAD beside each GET; it is the same door.
    const endpoint = routeConfig?.endpoint
    if (endpoint && !endpoints.includes(endpoint)) endpoints.push(endpoint)
  })

  healthRoutes(server, deps)
  await server.register(
    async (api) => {
      feedbackRoutes(api, deps)
      addRoutes(api)
      documentRoutes(api, endpoints, config.apiPrefix)
    },
    { prefix: config.apiPrefix },
  )
  const servePage = config.webDir ? await serveWebApp(server, config.webDir, config) : undefined
  server.setNotFoundHandler(answerUnmatched({ endpoints, prefix: config.apiPrefix, servePage }))
  return server
}

function serverOptions({ config }: Deps, logger: Logger): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger as FastifyBaseLogger,
    // One line an answer is enough; see the hook.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    // A caller who trickles bytes must not hold a socket for ever.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      querystringParser: parseQuery,
      // Longer than any header allows: an absurd id is a 404 of ours, not a 414 of the router's.
      maxParamLength: 20_000,
    },
    frameworkErrors: answerWithRefusal,
    clientErrorHandler: answerBrokenRequest,
  }
}

function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
      if (charset && charset.toLowerCase() !== 'utf-8') {
        throw new Refusal('unsupported_media_type', 'Send the body as application/json in UTF-8.')
      }
      return parseJson(body)
    },
  )
  server.addHook('onRequest', async (request) => {
    // Unpacking a stranger's archive is how a kilobyte becomes a gigabyte.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new Refusal('unsupported_encoding', 'Send the body without content encoding.')
    }
  })
}

function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  socket.end(rawRefusal(brokenRequest(error.code), randomUUID()))
}

function brokenRequest(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large', 'The headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('request_timeout', 'The request did not arrive in time.')
  return new Refusal('malformed_request', 'The request could not be read.')
}
