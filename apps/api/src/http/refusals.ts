import { type ErrorCode, type Problem, Refusal } from '@infra/protocol/refusal'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/database-away.ts'
import { FOREIGN_KEY_VIOLATION, QUERY_CANCELED, sqlStateOf, UNIQUE_VIOLATION } from '../db/sql-state.ts'

export const statusOf: Record<ErrorCode, number> = {
  address_invalid: 422,
  app_unavailable: 409,
  app_unknown: 422,
  challenge_expired: 401,
  conflict: 409,
  corrupt_file: 422,
  dependency_unavailable: 503,
  empty_file: 422,
  favorites_limit: 409,
  fetch_failed: 422,
  fetch_off: 422,
  forbidden: 403,
  hash_mismatch: 422,
  headers_too_large: 431,
  https_required: 403,
  idempotency_key_reused: 422,
  input_expired: 410,
  input_kind: 422,
  insufficient_credits: 402,
  internal_error: 500,
  invalid_text: 422,
  invalid_token: 401,
  job_cancelled: 409,
  job_expired: 409,
  job_final: 409,
  job_running: 409,
  key_cap: 402,
  lease_lost: 409,
  mail_limit: 429,
  mail_off: 409,
  malformed_json: 400,
  malformed_request: 400,
  method_not_allowed: 405,
  name_taken: 409,
  network_refused: 403,
  node_not_linked: 403,
  node_taken: 409,
  nonce_invalid: 401,
  nonce_used: 401,
  not_acceptable: 406,
  not_found: 404,
  not_ready: 409,
  output_refused: 422,
  payload_too_large: 413,
  price_above_limit: 402,
  queue_limit: 429,
  quota_exceeded: 413,
  range_not_satisfiable: 416,
  rate_limited: 429,
  receipt_invalid: 422,
  refresh_reused: 401,
  request_timeout: 408,
  result_conflict: 409,
  scope_missing: 403,
  session_expired: 401,
  session_superseded: 409,
  signature_invalid: 401,
  storage_full: 507,
  stream_limit: 429,
  type_mismatch: 422,
  unauthenticated: 401,
  unsupported_encoding: 415,
  unsupported_media_type: 415,
  upgrade_required: 426,
  url_invalid: 403,
  url_refused: 422,
  validation_failed: 422,
}

export const titleOf: Record<ErrorCode, string> = {
  address_invalid: 'Address is not valid',
  app_unavailable: 'App is not running',
  app_unknown: 'No such app',
  challenge_expired: 'Message has expired',
  conflict: 'Somebody else was first',
  corrupt_file: 'File is damaged',
  dependency_unavailable: 'Something we depend on is away',
  empty_file: 'File is empty',
  favorites_limit: 'No room for more favourites',
  fetch_failed: 'The file could not be fetched',
  fetch_off: 'This network fetches no files',
  forbidden: 'Not allowed',
  hash_mismatch: 'File arrived changed',
  headers_too_large: 'Headers are too large',
  https_required: 'Nodes must use https',
  idempotency_key_reused: 'Key was used for something else',
  input_expired: 'File has expired',
  input_kind: 'File is of the wrong kind',
  insufficient_credits: 'Not enough credits',
  internal_error: 'Our mistake',
  invalid_text: 'Text cannot be stored',
  invalid_token: 'Token is not valid',
  job_cancelled: 'Job was cancelled',
  job_expired: 'Job took too long',
  job_final: 'Job has ended',
  job_running: 'Job is still running',
  key_cap: 'Key has reached its limit',
  lease_lost: 'Lease is lost',
  mail_limit: 'This address was asked lately',
  mail_off: 'No mail server is configured',
  malformed_json: 'Not valid JSON',
  malformed_request: 'Not a valid request',
  method_not_allowed: 'Method not allowed',
  name_taken: 'Name is taken',
  network_refused: 'Key may not be used from this network',
  node_not_linked: 'Node is not linked',
  node_taken: 'Node has another operator',
  nonce_invalid: 'No such message',
  nonce_used: 'Signature was used before',
  not_acceptable: 'Not acceptable',
  not_found: 'Not found',
  not_ready: 'Not ready yet',
  output_refused: 'Results are not what the app makes',
  payload_too_large: 'Body is too large',
  price_above_limit: 'Price is above your limit',
  queue_limit: 'Too many jobs are waiting',
  quota_exceeded: 'No room for more files',
  range_not_satisfiable: 'No such part',
  rate_limited: 'Too many requests',
  receipt_invalid: 'Receipt does not match',
  refresh_reused: 'Token was used before',
  request_timeout: 'Request took too long',
  result_conflict: 'Another result was submitted',
  scope_missing: 'Key may not do this',
  session_expired: 'Session has ended',
  session_superseded: 'Signed in elsewhere',
  signature_invalid: 'Signature is not valid',
  storage_full: 'Storage is full',
  stream_limit: 'Too many open streams',
  type_mismatch: 'File is not what it says',
  unauthenticated: 'Sign in first',
  unsupported_encoding: 'Content encoding is not supported',
  unsupported_media_type: 'Content type is not supported',
  upgrade_required: 'Node is too old or too new',
  url_invalid: 'Link is not valid',
  url_refused: 'Address is not allowed',
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
    ...refusal.amounts,
  }
}

/** The one place where anything thrown becomes a response. What isn't a refusal is a bug: it's logged, and the response is `internal`. */
export function answerWithRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendRefusal(refusalFor(error, request), request, reply)
}

/** The refusal that a caller gets for anything thrown. Bugs are logged. */
export function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  // The caller disconnected in the middle of the body, so there's nobody to respond to, and it's no bug.
  const refusal = error === request.raw.errored ? unreadable() : refusalFrom(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'unexpected failure')
  if (refusal.code === 'dependency_unavailable') request.log.warn({ err: error }, 'a dependency is away')
  return refusal
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
  // Drizzle wraps what comes from the pool.
  if (error instanceof Error && error.cause instanceof Refusal) return error.cause
  if (isDatabaseAway(error)) {
    return new Refusal('dependency_unavailable', 'The database is away for a moment. Try again shortly.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    })
  }
  const sqlState = sqlStateOf(error)
  // Two requests passed the same check at once, and the database accepted one of them.
  if (sqlState === UNIQUE_VIOLATION) {
    return new Refusal('conflict', 'Somebody else did this at the same moment. Look again.')
  }
  // Deleted after the check: an account, a job or a thread, by its owner in another place.
  if (sqlState === FOREIGN_KEY_VIOLATION) {
    return new Refusal('conflict', 'What this belongs to was deleted at the same moment. Look again.')
  }
  if (sqlState === QUERY_CANCELED) {
    return new Refusal('dependency_unavailable', 'The database took too long. Try again shortly.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    })
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
    return new Refusal('payload_too_large', 'The body is larger than this endpoint takes.')
  if (code?.startsWith('FST_ERR_') && statusCode < 500) {
    return unreadable()
  }
  return undefined
}

function unreadable(): Refusal {
  return new Refusal('malformed_request', 'The request could not be read.')
}
