import { endpoint } from '@infra/protocol/endpoint'
import { sendBugReport } from '@infra/protocol/feedback'
import { errorCodes } from '@infra/protocol/refusal'
import { signOut } from '@infra/protocol/sessions'
import { keyScopes } from '@infra/protocol/values/api-key'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApi } from '../test/start-test-api.ts'
import * as testEndpoints from '../test/test-endpoints.ts'
import { openApiDocument } from './openapi.ts'
import { statusOf } from './refusals.ts'

const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.strictObject({ schema: Schema }))
const Operation = z.strictObject({
  summary: z.string().min(1),
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  'x-caller': z.enum(['anyone', 'guest', 'account', 'node', 'moderator']),
  'x-key-scope': z.enum([...keyScopes, 'any']).optional(),
  'x-rate-limit': z.strictObject({ count: z.int(), seconds: z.int() }).optional(),
  'x-body-bytes-max': z.int().optional(),
  'x-body-values-max': z.int().optional(),
  'x-body-with-files-bytes-max': z.int().optional(),
  security: z.array(z.strictObject({ bearer: z.tuple([]).optional() })),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: Schema,
    }),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z.record(z.string(), z.strictObject({ description: z.string(), schema: Schema })).optional(),
      content: Content.optional(),
    }),
  ),
})
const Method = z.enum(['get', 'post', 'put', 'patch', 'delete'])
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.literal('MIT'), identifier: z.literal('MIT') }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(Method, Operation)),
  components: z.strictObject({
    schemas: z.strictObject({ Problem: Schema }),
    securitySchemes: z.record(z.string(), Schema),
  }),
})

const { openTestEndpoints, ...endpoints } = testEndpoints
const { origin, server } = await startTestApi({ addRoutes: openTestEndpoints })
const document = Document.parse(await (await fetch(`${origin}/api/openapi.json`)).json())
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation! })),
)
const operationOf = (path: string, method: 'get' | 'post' | 'delete') => document.paths[path]![method]!

test('the document has every endpoint that exists and no other, each with its own id', () => {
  for (const { path, method, caller } of [sendBugReport, ...Object.values(endpoints)]) {
    expect(operations).toContainEqual(
      expect.objectContaining({ path, method: method.toLowerCase(), 'x-caller': caller }),
    )
  }
  // It promises no endpoint that doesn't exist.
  for (const { path, method } of operations) {
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    expect(server.hasRoute({ method: method.toUpperCase() as 'GET', url })).toBe(true)
  }
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('each operation names its caller, and its refusals by existing codes', () => {
  for (const { 'x-caller': caller, security, responses, parameters, path } of operations) {
    // A guest may also call without a token.
    const ways = { anyone: [], guest: [{}, { bearer: [] }] }[caller as string] ?? [{ bearer: [] }]
    expect(security).toEqual(ways)
    const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    for (const [status, { description, content }] of refusals) {
      const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code!)
      expect(codes.length).toBeGreaterThan(0)
      for (const code of codes) {
        expect(errorCodes).toContain(code)
        expect(statusOf[code as keyof typeof statusOf]).toBe(Number(status))
      }
      expect(Object.keys(content!)).toEqual(['application/problem+json'])
    }
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
  }
})

test('an endpoint adds its own refusals to those that any endpoint may send', () => {
  const guarded = endpoint({
    method: 'GET',
    path: '/test/guarded',
    summary: 'Look.',
    caller: 'account',
    response: null,
    refusals: ['forbidden'],
  })
  const { paths } = Document.parse(openApiDocument([guarded], '/api'))
  const { responses } = paths['/test/guarded']!.get!
  expect(responses['403']!.description).toBe('`forbidden`: Not allowed.')
  expect(responses['503']!.description).toContain('`dependency_unavailable`')
  expect(responses['204']).toEqual({ description: 'Done; nothing to say.' })
})

test('the problem schema lists every error code', () => {
  expect(document.components.schemas.Problem).toMatchObject({ properties: { code: { enum: errorCodes } } })
})

test('a body is described with its bounds, and as accepting no other fields', () => {
  expect(operationOf('/bugreport', 'post').requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: ['kind', 'title', 'description'],
    additionalProperties: false,
    properties: {
      kind: { enum: ['bug', 'idea', 'praise'] },
      title: { type: 'string', minLength: 4, maxLength: 120 },
      description: { type: 'string', minLength: 10, maxLength: 4000 },
    },
  })
})

test('[C04] no endpoint has an object in its body that would silently drop a field', () => {
  const bodies = operations.flatMap(
    ({ requestBody }) => requestBody?.content['application/json']?.schema ?? [],
  )
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.flatMap(openObjectsIn)).toEqual([])
})

test('the headers that an endpoint reads are among its parameters', () => {
  expect(operationOf('/test/headed', 'get').parameters).toMatchObject([
    { name: 'x-word', in: 'header', required: true, schema: { type: 'string', minLength: 2, maxLength: 10 } },
    { name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string' } },
  ])
})

test('large bodies, forms and files are described as such', () => {
  expect(operationOf('/test/letters', 'post')).toMatchObject({ 'x-body-bytes-max': 300_000 })
  const form = operations.find(({ path }) => path === signOut.path)!
  expect(Object.keys(form.requestBody!.content)).toEqual([
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
  expect(operationOf('/test/files', 'post').requestBody?.content).toEqual({
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        additionalProperties: false,
        properties: {
          file: { type: 'string', contentMediaType: 'application/octet-stream', 'x-bytes-max': 1000 },
        },
      },
    },
  })
})

test('answers other than JSON are described with their media type', () => {
  const file = operationOf('/test/files/{word}', 'get').responses
  expect(Object.keys(file['200']!.content!)).toEqual(['*/*'])
  expect(Object.keys(file)).toEqual(expect.arrayContaining(['206', '304', '416']))
  expect(file['204']).toBeUndefined()
  const events = operationOf('/test/flags/events', 'get').responses['200']!
  expect(Object.keys(events.content!)).toEqual(['text/event-stream'])
})

test('dates are described as they are on the wire, and fields with defaults as optional', () => {
  const created = operationOf('/bugreport', 'post').responses['201']?.content?.['application/json']?.schema
  expect(created).toMatchObject({ properties: { createdAt: { type: 'string', format: 'date-time' } } })
  expect(operationOf('/test/notes', 'get').parameters).toMatchObject([
    { name: 'limit', in: 'query', required: false },
    { name: 'word', in: 'query', required: false },
  ])
})

/** Objects that don't say whether they accept other fields. */
function openObjectsIn(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(openObjectsIn)
  const open = 'type' in schema && schema.type === 'object' && !('additionalProperties' in schema)
  return open ? [schema, ...inner] : inner
}
