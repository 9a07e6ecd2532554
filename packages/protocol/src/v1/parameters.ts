import { z } from 'zod'
import { IdempotencyKey } from '../values/idempotency-key.ts'
import { integerText } from '../values/integer.ts'
import { text } from '../values/text.ts'

/** A parameter that is accepted without effect; the response's header `Infra-Ignored` names it. */
export const ignored = z.unknown().optional()

export const NOT_SUPPORTED = 'is not supported here'

/** A parameter that may only have the value that we use anyway. */
export function unsupported(...given: (string | number | boolean)[]) {
  return z
    .unknown()
    .refine((value) => value === null || given.includes(value as never) || isEmpty(value), NOT_SUPPORTED)
    .optional()
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Clients send null for what wasn't chosen. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish()
}

export const Model = text({ min: 1, max: 100 })

/** The headers of every call. */
export const callHeaders = z.object({
  'idempotency-key': IdempotencyKey.optional(),
  /** Sent by OpenAI's clients: how often this request was sent before. */
  'x-stainless-retry-count': z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  /** The call is refused if it costs more. */
  'infra-max-credits': integerText({ min: 0, max: 1_000_000_000 }).optional(),
  'infra-visibility': z.enum(['public', 'private']).optional(),
  /** `1`: refuses what would be ignored. */
  'infra-strict': z.enum(['0', '1']).optional(),
  /** How long the job may take; if it isn't done by then, it ends and is refunded. */
  'cancel-after': z
    .string()
    .regex(/^[1-9]\d{0,4}s$/, 'must look like 60s')
    .optional(),
})

export const callRefusals = [
  'app_unavailable',
  'app_unknown',
  'corrupt_file',
  'empty_file',
  'idempotency_key_reused',
  'input_expired',
  'input_kind',
  'insufficient_credits',
  'job_cancelled',
  'job_running',
  'key_cap',
  'network_refused',
  'price_above_limit',
  'queue_limit',
  'quota_exceeded',
  'scope_missing',
  'storage_full',
  'stream_limit',
  'type_mismatch',
] as const

/** What the endpoints that order a job have in common. */
export const ordering = {
  method: 'POST',
  caller: 'account',
  scope: 'order',
  headers: callHeaders,
  waits: true,
  limit: { count: 1200, seconds: 60 },
  refusals: callRefusals,
} as const
