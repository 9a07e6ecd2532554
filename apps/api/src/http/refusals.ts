import { type ErrorCode, type Problem, Refusal } from '@infra/protocol/refusal'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/database-away.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../db/sql-state.ts'

export const statusOf: Record<ErrorCode, number> = {
  address_invalid: 422,
  challenge_expired: 401,
  conflict: 409,
  dependency_unavailable: 503,
  forbidden: 403,
  headers_too_large: 431,
  internal_error: 500,
  invalid_text: 422,
  invalid_token: 401,
  malformed_json: 400,
  malformed_request: 400,
  method_not_allowed: 405,
  name_taken: 409,
  nonce_invalid: 401,
  nonce_used: 401,
  not_found: 404,
  payload_too_large: 413,
  rate_limited: 429,
  refresh_reused: 401,
  request_timeout: 408,
  session_expired: 401,
  signature_invalid: 401,
  unauthenticated: 401,
  unsupported_encoding: 415,
  unsupported_media_type: 415,
  validation_failed: 422,
}

export const titleOf: Record<ErrorCode, string> = {
  address_invalid: 'Address is not valid',
  challenge_expired: 'Message has expired',
  conflict: 'Somebody else was first',
  dependency_unavailable: 'Something we depend on is away',
  forbidden: 'Not allowed',
  headers_too_large: 'Headers are too large',
  internal_error: 'Our mistake',
  invalid_text: 'Text cannot be stored',
  invalid_token: 'Token is not valid',
  malformed_json: 'Not valid JSON',
  malformed_request: 'Not a valid request',
  method_not_allowed: 'Method not allowed',
  name_taken: 'Name is taken',
  nonce_invalid: 'No such message',
  nonce_used: 'Signature was used before',
  not_found: 'Not found',
  payload_too_large: 'Body is too large',
  rate_limited: 'Too many requests',
  refresh_reused: 'Token was used before',
  request_timeout: 'Request took too long',
  session_expired: 'Session has ended',
  signature_invalid: 'Signature is not valid',
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
  // The caller hung up in the middle of the body: there is nobody to answer and nothing of ours to mend.
  const refusal = error === request.raw.errored ? unreadable() : refusalFrom(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'unexpected failure')
  if (refusal.code === 'dependency_unavailable') request.log.warn({ err: error }, 'a dependency is away')
  return sendRefusal(refusal, request, reply)
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (statusOf[refusal.code] === 401) reply.header('www-authenticate', 'Bearer realm="infra"')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .status(statusOf[refusal.code])
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(refusal, request.id)))
}

function refusalFrom(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) {
    return new Refusal('dependency_unavailable', 'The database is away for a moment. Try again shortly.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    })
  }
  // Two at once passed the same check, and the database let one of them in.
  if (sqlStateOf(error) === UNIQUE_VIOLATION) {
    return new Refusal('conflict', 'Somebody else did this at the same moment. Look again.')
  }
  return (
    // Anything can be thrown, `undefined` too.
    fromFramework((error ?? {}) as Partial<FastifyError>) ??
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
    return unreadable()
  }
  return undefined
}

function unreadable(): Refusal {
  return new Refusal('malformed_request', 'The request could not be read.')
}
