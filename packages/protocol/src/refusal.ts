import { z } from 'zod'

/** Stable forever once released, because programs rely on them. Every map over them is exhaustive. */
export const errorCodes = [
  'address_invalid',
  'app_unavailable',
  'app_unknown',
  'challenge_expired',
  'conflict',
  'corrupt_file',
  'dependency_unavailable',
  'empty_file',
  'favorites_limit',
  'fetch_failed',
  'fetch_off',
  'forbidden',
  'hash_mismatch',
  'headers_too_large',
  'https_required',
  'idempotency_key_reused',
  'input_expired',
  'input_kind',
  'insufficient_credits',
  'internal_error',
  'invalid_text',
  'invalid_token',
  'job_cancelled',
  'job_expired',
  'job_final',
  'job_running',
  'key_cap',
  'lease_lost',
  'mail_limit',
  'mail_off',
  'malformed_json',
  'malformed_request',
  'method_not_allowed',
  'name_taken',
  'network_refused',
  'node_not_linked',
  'node_taken',
  'nonce_invalid',
  'nonce_used',
  'not_acceptable',
  'not_found',
  'not_ready',
  'output_refused',
  'payload_too_large',
  'price_above_limit',
  'queue_limit',
  'quota_exceeded',
  'range_not_satisfiable',
  'rate_limited',
  'receipt_invalid',
  'refresh_reused',
  'request_timeout',
  'result_conflict',
  'scope_missing',
  'session_expired',
  'session_superseded',
  'signature_invalid',
  'storage_full',
  'stream_limit',
  'type_mismatch',
  'unauthenticated',
  'unsupported_encoding',
  'unsupported_media_type',
  'upgrade_required',
  'url_invalid',
  'url_refused',
  'validation_failed',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Refusals that any endpoint may return, so that endpoints declare only their own. */
export const commonRefusals = [
  'conflict',
  'dependency_unavailable',
  'forbidden',
  'headers_too_large',
  'internal_error',
  'invalid_text',
  'invalid_token',
  'malformed_json',
  'malformed_request',
  'method_not_allowed',
  'not_found',
  'payload_too_large',
  'rate_limited',
  'request_timeout',
  'unauthenticated',
  'unsupported_encoding',
  'unsupported_media_type',
  'validation_failed',
] as const satisfies readonly ErrorCode[]

/** An invalid field, named by JSON pointer from the root of the request (`/title`, `?limit` for a query). */
export const FieldProblem = z.object({ pointer: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** For a refusal because of missing credits: the price, what the account has, and what the API key can still spend. */
export const Amounts = z.object({
  needed: z.int().optional(),
  available: z.int().optional(),
  keyLeft: z.object({ total: z.int().nullable(), day: z.int() }).optional(),
})
export type Amounts = z.infer<typeof Amounts>

/** A refusal as it's sent: RFC 9457 problem+json. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes),
  detail: z.string(),
  instance: z.string(),
  errors: z.array(FieldProblem).optional(),
  ...Amounts.shape,
})
export type Problem = z.infer<typeof Problem>

interface Details extends ErrorOptions {
  errors?: FieldProblem[]
  amounts?: Amounts
  retryAfterSeconds?: number
  /** The id of the refused request; on the client, to quote in a bug report. */
  requestId?: string
  status?: number
}

/** A failure that the caller can understand: thrown by the API's rules, and recreated by the client from the response. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly errors: FieldProblem[]
  readonly amounts: Amounts | undefined
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined
  /** The status of the response that the client got, if any. */
  readonly status: number | undefined

  constructor(code: ErrorCode, sentence: string, details: Details = {}) {
    super(sentence, details)
    this.code = code
    this.errors = details.errors ?? []
    this.amounts = details.amounts
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
    this.status = details.status
  }
}
