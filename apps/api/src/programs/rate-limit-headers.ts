import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLeft } from '../limits/rate-limit.ts'

/** Reports what is left of the endpoint's limit, in the form of draft 10 of the RateLimit fields for HTTP. */
export function setRateLimitHeaders(
  { routeOptions, caller }: FastifyRequest,
  reply: FastifyReply,
  left: RateLeft | undefined,
): void {
  const limit = routeOptions.config.endpoint?.limit
  const key = caller && 'key' in caller ? caller.key : undefined
  if (!limit || !left || !key) return
  reply.headers({
    'ratelimit-policy': `"orders";q=${limit.count};w=${limit.seconds},"open";q=${key.openMax};qu="concurrent-requests"`,
    ratelimit: `"orders";r=${left.count};t=${left.seconds}`,
  })
}
