import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { validationRefusal } from '@infra/protocol/validation-refusal'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** What the endpoint's schemas make of a request: strict, nothing coerced, nothing dropped in silence. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  return {
    params: readParams(endpoint, request.params),
    query: readPart(endpoint.query ?? z.strictObject({}), request.query, '?'),
    body: readBody(endpoint, request.body),
  }
}

/** An id that cannot exist is, to the caller, simply not there. */
function readParams(endpoint: Endpoint, raw: unknown): unknown {
  if (!endpoint.params) return undefined
  const params = endpoint.params.safeDecode(raw as never)
  if (!params.success || !isStorable(raw)) throw new Refusal('not_found', 'There is nothing at this address.')
  return params.data
}

function readBody(endpoint: Endpoint, raw: unknown): unknown {
  if (endpoint.body) {
    if (raw === undefined) throw new Refusal('malformed_json', 'This door needs a JSON body.')
    return readPart(endpoint.body, raw, '/')
  }
  if (raw !== undefined) {
    throw new Refusal('validation_failed', 'This door takes no body.', {
      errors: [{ pointer: '/', message: 'must be empty' }],
    })
  }
  return undefined
}

function readPart(schema: z.ZodType, raw: unknown, root: '/' | '?'): unknown {
  if (!isStorable(raw)) throw new Refusal('invalid_text', 'Text may not contain NUL or broken characters.')
  const read = schema.safeDecode(raw as never)
  if (read.success) return read.data
  throw validationRefusal(read.error, root)
}

/** PostgreSQL cannot keep a NUL, and half a surrogate pair would come back as another text. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item))
}
