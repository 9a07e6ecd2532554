import type { Endpoint } from '@infra/protocol/endpoint'
import { commonRefusals, type ErrorCode, errorCodes, Problem } from '@infra/protocol/refusal'
import { VERSION_LABEL } from '@infra/protocol/version'
import { z } from 'zod'
import { statusOf, titleOf } from './refusals.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the doors that were opened; it cannot differ from them. */
export function openApiDocument(endpoints: readonly Endpoint[], prefix: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Infra',
      version: VERSION_LABEL,
      description: 'Every refusal is RFC 9457 problem+json with a stable code.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix }],
    paths,
    components: {
      schemas: { Problem: wireSchema(Problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operationOf(endpoint: Endpoint): Json {
  return {
    summary: endpoint.summary,
    operationId: operationIdOf(endpoint),
    'x-caller': endpoint.caller,
    security: endpoint.caller === 'anyone' ? [] : [{ bearer: [] }],
    ...(endpoint.limit && { 'x-rate-limit': endpoint.limit }),
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: wireSchema(endpoint.body) } } },
    }),
    responses: responsesOf(endpoint),
  }
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeDecode(field as z.ZodType, undefined as never).success,
    schema: wireSchema(field as z.ZodType),
  }))
}

function responsesOf(endpoint: Endpoint): Json {
  const success = endpoint.response
    ? {
        [endpoint.status ?? 200]: {
          description: 'Done.',
          content: { 'application/json': { schema: wireSchema(endpoint.response) } },
        },
      }
    : { 204: { description: 'Done; nothing to say.' } }
  return { ...success, ...refusalResponses([...commonRefusals, ...endpoint.refusals]) }
}

function refusalResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(
    errorCodes.filter((code) => codes.includes(code)),
    (code) => statusOf[code],
  )
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${titleOf[code]}.`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** The form on the wire, which for a codec is its input side. */
export function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json
}
