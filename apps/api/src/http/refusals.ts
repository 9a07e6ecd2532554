import { STATUS_CODES } from 'node:http'
import { type ErrorCode, type Problem, Refusal } from '@infra/protocol/refusal'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/database-away.ts'

export const statusOf: Record<ErrorCode, number> = {
  dependency_unavailable: 503,
  forbidden: 403,
  headers_too_large: 431,
  internal_error: 500,
  invalid_text: 422,
  malformed_json: 400,
  malformed_request: 400,
  method_not_allowed: 405,
  not_found: 404,
  payload_too_large: 413,
  rate_limited: 429,
  request_timeout: 408,
  unauthenticated: 401,
  unsupported_encoding: 415,
  unsupported_media_type: 415,
  validation_failed: 422,
}

export const titleOf: Record<ErrorCode, string> = {
  dependency_unavailable: 'Something we depend on is away',
  forbidden: 'Not allowed',
  headers_too_large: 'Headers are too large',
  internal_error: 'Our mistake',
  invalid_text: 'Text cannot be stored',
  malformed_json: 'Not valid JSON',
  malformed_request: 'Not a valid request',
  method_not_allowed: 'Method not allowed',
  not_found: 'Not found',
  payload_too_large: 'Body is too large',
  rate_limited: 'Too many requests',
  request_timeout: 'Request took too long',
  unauthenticated: 'Sign in first',
  unsupported_encoding: 'Content encoding is not supported',
  unsupported_media_type: 'Content type is not supported',
  validation_failed: 'Request is not valid',
}

const DATABASE_RETRY_SECONDS = 2

export function problemOf(refusal: Refusal, requestId: string): Problem {
  return {
    type: `/problems/${refusal.code.replaceAll('_', '-')}`,
    title: titleOf[refusal.code],
    status: statusOf[refusal.code],
    code: refusal.code,
    detail: refusal.message,
    instance: `urn:request:${requestId}`,
    ...(refusal.errors.length > 0 && { errors: refusal.errors }),
  }
}

/** The one place where anything thrown becomes an answer. What is not a refusal is a bug: logged, and told as such. */
export function answerWithRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalFrom(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'unexpected failure')
  if (refusal.code === 'dependency_unavailable') request.log.warn({ err: error }, 'a dependency is away')
  return sendRefusal(refusal, request, reply)
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="infra"')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .status(statusOf[refusal.code])
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(refusal, request.id)))
}

/** For a connection whose request could not even be read: there is no reply object, only a socket. */
export function rawRefusal(refusal: Refusal, requestId: string): string {
  const body = JSON.stringify(problemOf(refusal, requestId))
  const status = statusOf[refusal.code]
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

function refusalFrom(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) {
    return new Refusal('dependency_unavailable', 'The database is away for a moment. Try again shortly.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    })
  }
  return (
    fromFramework(error as Partial<FastifyError>) ??
    new Refusal('internal_error', 'This is our mistake. It has been logged.')
  )
}

function fromFramework({ code, statusCode = 500 }: Partial<FastifyError>): Refusal | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('payload_too_large', 'The body is larger than this door takes.')
  if (code?.startsWith('FST_ERR_') && statusCode < 500) {
    return new Refusal('malformed_request', 'The request could not be read.')
  }
  return undefined
}
