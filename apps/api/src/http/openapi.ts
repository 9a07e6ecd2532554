import { type Endpoint, isForNodes } from '@infra/protocol/endpoint'
import { commonRefusals, type ErrorCode, errorCodes, Problem } from '@infra/protocol/refusal'
import { VERSION_LABEL } from '@infra/protocol/values/version'
import { z } from 'zod'
import { FORM_TYPES } from './accept-bodies.ts'
import { statusOf, titleOf } from './refusals.ts'

type Json = Record<string, unknown>

/** Bytes, as OpenAPI 3.1 describes them. */
const FILE_SCHEMA = { type: 'string', contentMediaType: 'application/octet-stream' }

const MEDIA_RESPONSES: Record<NonNullable<Endpoint['media']>, Json> = {
  file: {
    200: { description: 'The file.', content: { '*/*': { schema: FILE_SCHEMA } } },
    206: { description: 'The part that `Range` asks for.', content: { '*/*': { schema: FILE_SCHEMA } } },
    304: { description: 'The file that `If-None-Match` names is still the one.' },
  },
  events: {
    200: {
      description: 'Server-sent events, until one side disconnects.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
}

/** For endpoints that take an `Idempotency-Key`. */
const REPLAYED = {
  'Idempotency-Replayed': {
    description: '`true` where this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
}

/** How an API of ours differs from another: its refusals and its responses. */
export interface AnswerForm {
  description: string
  /** The media type of a refusal. */
  refusalType: string
  /** The schema of a refusal. */
  refusalSchema: z.ZodType
  /** A refusal's status and its code's meaning there, in words. */
  describeRefusal: (code: ErrorCode) => { status: number; text: string }
  successOf: (endpoint: Endpoint) => Json
  /** Responses other than an endpoint's own refusals. */
  alsoOf: (endpoint: Endpoint) => Json
}

const nativeForm: AnswerForm = {
  description: 'Every refusal is RFC 9457 problem+json with a stable code.',
  refusalType: 'application/problem+json',
  refusalSchema: Problem,
  describeRefusal: (code) => ({ status: statusOf[code], text: `\`${code}\`: ${titleOf[code]}.` }),
  successOf,
  alsoOf: () => ({}),
}

/** The OpenAPI 3.1 document, made from the registered endpoints, so that it can't differ from them. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  prefix: string,
  form: AnswerForm = nativeForm,
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const operation = { ...operationOf(endpoint), responses: responsesOf(endpoint, form) }
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Infra',
      version: VERSION_LABEL,
      description: form.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix }],
    paths,
    components: {
      schemas: { Problem: wireSchema(form.refusalSchema) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operationOf(endpoint: Endpoint): Json {
  return {
    summary: endpoint.summary,
    operationId: operationIdOf(endpoint),
    'x-caller': endpoint.caller,
    ...(endpoint.scope && { 'x-key-scope': endpoint.scope }),
    security: securityOf(endpoint),
    ...(endpoint.limit && { 'x-rate-limit': endpoint.limit }),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...parametersOf('header', endpoint.headers),
    ],
    ...bodyOf(endpoint),
  }
}

/** A guest may be signed in or not. */
function securityOf({ caller }: Endpoint): Json[] {
  if (caller === 'anyone') return []
  return caller === 'guest' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function bodyOf(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const file = { ...FILE_SCHEMA, 'x-bytes-max': endpoint.upload.bytesMax }
    const schema = { type: 'object', required: ['file'], properties: { file }, additionalProperties: false }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!endpoint.body) return {}
  const schema = wireSchema(endpoint.body)
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries(bodyTypesOf(endpoint).map((type) => [type, { schema }])),
    },
    'x-body-bytes-max': endpoint.bodyBytesMax,
    ...(endpoint.bodyWithFilesBytesMax && {
      'x-body-with-files-bytes-max': endpoint.bodyWithFilesBytesMax,
    }),
    ...(endpoint.bodyValuesMax && { 'x-body-values-max': endpoint.bodyValuesMax }),
  }
}

/** If files may be sent as named parts, a form is accepted as well as JSON. */
function bodyTypesOf({ form, parts }: Endpoint): readonly string[] {
  if (form) return FORM_TYPES
  return parts ? ['multipart/form-data', 'application/json'] : ['application/json']
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function parametersOf(location: 'path' | 'query' | 'header', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || !z.safeDecode(field as z.ZodType, undefined as never).success,
    schema: wireSchema(field as z.ZodType),
  }))
}

function responsesOf(endpoint: Endpoint, form: AnswerForm): Json {
  const refusals: ErrorCode[] = [...commonRefusals, ...endpoint.refusals]
  if (isForNodes(endpoint)) refusals.push('https_required')
  if (endpoint.scope) refusals.push('network_refused', 'scope_missing')
  return { ...form.successOf(endpoint), ...form.alsoOf(endpoint), ...refusalResponses(refusals, form) }
}

function successOf(endpoint: Endpoint): Json {
  if (endpoint.media) return MEDIA_RESPONSES[endpoint.media]
  if (!endpoint.response) return { 204: { description: 'Done; nothing to say.' } }
  const content = { 'application/json': { schema: wireSchema(endpoint.response) } }
  const headers = endpoint.headers && 'idempotency-key' in endpoint.headers.shape ? { headers: REPLAYED } : {}
  return { [endpoint.status ?? 200]: { description: 'Done.', ...headers, content } }
}

function refusalResponses(codes: readonly ErrorCode[], { refusalType, describeRefusal }: AnswerForm): Json {
  const described = errorCodes.filter((code) => codes.includes(code)).map(describeRefusal)
  const byStatus = Map.groupBy(described, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: [...new Set(group.map(({ text }) => text))].join(' '),
        content: { [refusalType]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** The JSON on the wire, which for a codec is its input side. */
export function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json
}
