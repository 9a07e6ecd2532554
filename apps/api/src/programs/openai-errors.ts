import type { FailureReason } from '@infra/protocol/jobs'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { NOT_SUPPORTED } from '@infra/protocol/v1/parameters'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalFor, statusOf } from '../http/refusals.ts'
import { setRateLimitHeaders } from './rate-limit-headers.ts'

/** An error as OpenAI's clients read it. */
interface OpenAiError {
  error: { message: string; type: string; param: string | null; code: string } & Record<string, unknown>
}

interface Answer extends OpenAiError {
  status: number
  /** OpenAI's clients look at this and not at the status. */
  shouldRetry: boolean
}

/** The job failed on several nodes, or its text started over after a part of it was sent. Nothing was charged. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly reason: FailureReason

  constructor(reason: FailureReason, sentence: string) {
    super(sentence)
    this.reason = reason
  }
}

const paying: ErrorCode[] = ['insufficient_credits', 'key_cap', 'price_above_limit']
const waiting: ErrorCode[] = ['rate_limited', 'queue_limit', 'stream_limit']
const away: ErrorCode[] = ['dependency_unavailable', 'internal_error', 'storage_full']

/** The response to a caller of `/v1` for anything thrown. */
export function errorFor(error: unknown, request: FastifyRequest): Answer {
  if (error instanceof JobFailed) {
    const { message, reason } = error
    return answer(502, { message, type: 'server_error', param: null, code: reason }, false)
  }
  return errorOf(refusalFor(error, request))
}

/** Converts a refusal to OpenAI's form. */
export function errorOf(refusal: Refusal): Answer {
  const { code, message } = refusal
  const status = statusFor(code)
  if (code === 'app_unavailable')
    return answer(503, { message, type: 'server_error', param: null, code: 'no_node' }, false)
  if (paying.includes(code))
    return answer(402, { message, type: 'insufficient_quota', param: null, code, ...refusal.amounts }, false)
  if (waiting.includes(code))
    return answer(429, { message, type: 'rate_limit_error', param: null, code }, true)
  if (away.includes(code)) return answer(status, { message, type: 'server_error', param: null, code }, true)
  const openaiError = { type: 'invalid_request_error', ...problemOf(refusal) }
  return answer(
    status,
    openaiError,
    code === 'job_running' || code === 'conflict' || code === 'request_timeout',
  )
}

function answer(status: number, error: Answer['error'], shouldRetry: boolean): Answer {
  return { status, error, shouldRetry }
}

/** Clients retry 409 and 5xx, and expect 400 for anything that is wrong with a request. */
function statusFor(code: ErrorCode): number {
  if (code === 'app_unknown') return 404
  const status = statusOf[code]
  return status === 422 || status === 410 || status === 415 ? 400 : status
}

const codes: Partial<Record<ErrorCode, string>> = {
  app_unknown: 'model_not_found',
  unauthenticated: 'invalid_api_key',
  invalid_token: 'invalid_api_key',
}

/** The first problem, with the caller's name for the field. */
function problemOf({ code, message, errors }: Refusal): {
  message: string
  param: string | null
  code: string
} {
  const [first] = errors
  if (!first) return { message, param: code === 'app_unknown' ? 'model' : null, code: codes[code] ?? code }
  const param = first.pointer.replace(/^[/?]/, '').replaceAll('/', '.')
  if (code !== 'validation_failed') return { message, param, code }
  const found = new Map([
    [NOT_SUPPORTED, 'unsupported_parameter'],
    ['is not known here', 'unknown_parameter'],
  ])
  return { message: `'${param}' ${first.message}.`, param, code: found.get(first.message) ?? 'invalid_value' }
}

/** The error handler of `/v1`. */
export function answerInOpenAiForm(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, shouldRetry, error: said } = errorFor(error, request)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="infra"')
  if (said.code === 'job_running') reply.header('retry-after-ms', '0')
  const retryAfter = error instanceof Refusal ? error.retryAfterSeconds : undefined
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (said.code === 'rate_limited' && retryAfter !== undefined)
    setRateLimitHeaders(request, reply, { count: 0, seconds: retryAfter })
  return reply
    .status(status)
    .headers({ 'cache-control': 'no-store', 'x-should-retry': String(shouldRetry) })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: said }))
}

/** Uses the names of OpenAI's parameters for the app's fields that were refused. */
export function inCallersNames(error: unknown, names: Record<string, string>): unknown {
  if (!(error instanceof Refusal) || error.errors.length === 0) return error
  const errors = error.errors.map(({ pointer, message }) => {
    const [, field = '', ...rest] = /^\/input\/([^/]+)(.*)$/.exec(pointer) ?? []
    return field ? { pointer: `/${names[field] ?? field}${rest.join('')}`, message } : { pointer, message }
  })
  const { code, message, amounts, retryAfterSeconds } = error
  return new Refusal(code, message, { errors, amounts, retryAfterSeconds, cause: error })
}
