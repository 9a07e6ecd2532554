import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { validationRefusal } from '@infra/protocol/validation-refusal'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** The checked parts of a request before its body. */
export interface Head {
  params: unknown
  query: unknown
  headers: unknown
}

/** What the endpoint's schemas make of a request: strict, nothing coerced, nothing dropped silently. */
export function readHead(endpoint: Endpoint, request: FastifyRequest): Head {
  return {
    params: readParams(endpoint, request.params),
    query: readPart(endpoint.query ?? z.strictObject({}), request.query, '?'),
    headers: readHeaders(endpoint, request.headers),
  }
}

/** An id of the wrong form can't exist, so the response is not found. */
function readParams(endpoint: Endpoint, raw: unknown): unknown {
  if (!endpoint.params) return undefined
  const params = endpoint.params.safeDecode(raw as never)
  if (!params.success || findInvalid(raw)) throw new Refusal('not_found', 'There is nothing at this address.')
  return params.data
}

/** Only the headers that the endpoint names; all others are for the browser and the proxies. */
function readHeaders(endpoint: Endpoint, raw: FastifyRequest['headers']): unknown {
  if (!endpoint.headers) return undefined
  const names = Object.keys(endpoint.headers.shape).filter((name) => raw[name] !== undefined)
  return readPart(endpoint.headers, Object.fromEntries(names.map((name) => [name, raw[name]])), '/')
}

export function readBody(endpoint: Endpoint, raw: unknown): unknown {
  if (endpoint.body) {
    if (raw === undefined) throw new Refusal('malformed_json', 'This endpoint needs a JSON body.')
    return readPart(endpoint.body, raw, '/')
  }
  if (raw !== undefined) {
    throw new Refusal('validation_failed', 'This endpoint takes no body.', {
      errors: [{ pointer: '', message: 'must be empty' }],
    })
  }
  return undefined
}

function readPart(schema: z.ZodType, raw: unknown, root: '/' | '?'): unknown {
  const invalid = findInvalid(raw)
  if (invalid === 'text') throw new Refusal('invalid_text', 'Text may not contain NUL or broken characters.')
  if (invalid === 'name') {
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: `${root}__proto__`, message: 'is not known here' }],
    })
  }
  const read = schema.safeDecode(raw as never)
  if (read.success) return read.data
  throw validationRefusal(read.error, root)
}

/**
 * Finds in one walk what no schema would catch. Texts: PostgreSQL cannot store a NUL, and half a surrogate pair would come back as
 * another text. Names: no field is called `__proto__`, and where any name is allowed it would be dropped silently.
 */
function findInvalid(value: unknown): 'text' | 'name' | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : 'text'
  if (typeof value !== 'object' || value === null) return undefined
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return 'name'
    const invalid = isStorable(key) ? findInvalid((value as Record<string, unknown>)[key]) : 'text'
    if (invalid) return invalid
  }
  return undefined
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
