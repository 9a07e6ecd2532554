import type { Endpoint } from '@infra/protocol/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The headers that a program in a page of another origin may read. */
const EXPOSED =
  `idempotency-replayed, infra-app, infra-balance, infra-cost, infra-ignored, infra-job, infra-key-left, infra-node,
  infra-receipt, ratelimit, ratelimit-policy, retry-after, retry-after-ms, x-request-id, x-should-retry`.replaceAll(
    /\s+/g,
    ' ',
  )

/** How long a browser may cache a preflight. */
const PREFLIGHT_SECONDS = 24 * 60 * 60

/**
 * Programs in pages of any origin may call what API keys may call. They send the key themselves: a browser doesn't add it to requests as it
 * would a cookie.
 */
export function allowOtherOrigins(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.headers.origin || !request.routeOptions.config.endpoint?.scope) return
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED })
}

/** The response to a browser that asks before it sends a request to one of these endpoints, which share a path. */
export function preflightHeaders(
  endpoints: readonly Pick<Endpoint, 'method' | 'scope'>[],
  request: FastifyRequest,
): Record<string, string> {
  const open = endpoints.filter(({ scope }) => scope !== undefined)
  if (open.length === 0 || !request.headers.origin) return {}
  const requested = request.headers['access-control-request-headers']
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': open.map(({ method }) => method).join(', '),
    // By name, because browsers don't accept `*` for `authorization`.
    ...(requested && { 'access-control-allow-headers': requested }),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    vary: 'access-control-request-headers',
  }
}
