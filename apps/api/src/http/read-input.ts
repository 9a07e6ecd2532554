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
    headers: readHeaders(endpoint, request.headers),
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

/** Those that the endpoint names; every other one is between the browser and whatever stands in front of us. */
function readHeaders(endpoint: Endpoint, raw: FastifyRequest['headers']): unknown {
  if (!endpoint.headers) return undefined
  const names = Object.keys(endpoint.headers.shape).filter((name) => raw[name] !== undefined)
  return readPart(endpoint.headers, Object.fromEntries(names.map((name) => [name, raw[name]])), '/')
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
  if (hasProto(raw)) {
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: `${root}__proto__`, message: 'is not known here' }],
    })
  }
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

/** No field of ours has this name, and where any name is taken it would be dropped in silence. */
function hasProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProto)
}
