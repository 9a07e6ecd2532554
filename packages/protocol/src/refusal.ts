import { z } from 'zod'

/** Stable for ever once released: programs decide by them. Every map over them is exhaustive. */
export const errorCodes = [
  'address_invalid',
  'challenge_expired',
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
  'name_taken',
  'nonce_invalid',
  'nonce_used',
  'not_found',
  'payload_too_large',
  'rate_limited',
  'refresh_reused',
  'request_timeout',
  'session_expired',
  'signature_invalid',
  'unauthenticated',
  'unsupported_encoding',
  'unsupported_media_type',
  'validation_failed',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** What any door may answer, so that endpoints declare only what is theirs. */
export const commonRefusals = [
  'conflict',
  'dependency_unavailable',
  'headers_too_large',
  'internal_error',
  'invalid_text',
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

/** A field that is not valid, named by JSON pointer from the root of the request (`/title`, `?limit` for a query). */
export const FieldProblem = z.object({ pointer: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** A refusal on the wire: RFC 9457 problem+json. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes),
  detail: z.string(),
  instance: z.string(),
  errors: z.array(FieldProblem).optional(),
})
export type Problem = z.infer<typeof Problem>

interface Details extends ErrorOptions {
  errors?: FieldProblem[]
  retryAfterSeconds?: number
  /** Of the request that was refused; on the client, to quote in a bug report. */
  requestId?: string
}

/** A failure the caller can understand: thrown by the API's rules, rebuilt by the client from the reply. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly errors: FieldProblem[]
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(code: ErrorCode, sentence: string, details: Details = {}) {
    super(sentence, details)
    this.code = code
    this.errors = details.errors ?? []
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
  }
}
