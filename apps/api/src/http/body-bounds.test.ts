import { inputSchema } from '@infra/protocol/apps/app-input'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { BODY_VALUES_MAX } from '@infra/protocol/endpoint'
import { expect, test } from 'vitest'
import type { Schema } from '../test/inputs/make-value.ts'
import { type Operation, readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { wireSchema } from './openapi.ts'

interface Size {
  bytes: number
  values: number
}

/** An escaped character; any other has four bytes at most. */
const CHARACTER_BYTES_MAX = 6

/** How many times what the schema needs: other scripts and other programs need some room, but not an order of magnitude. */
const ROOM = 3
const SMALL_BYTES = 1024

/** Texts whose length is bounded by their pattern. */
const charactersByPattern: [RegExp, number][] = [
  [/#\[0-9a-f\]\{6\}/, 7],
  [/0-9a-fA-F\]\{40\}/, 42],
  [/0-9a-f\]\{64\}/, 66],
  [/0-9a-f\]\{130\}/, 132],
  [/\{1,8192\}/, 2 + 2 * 8192],
  [/a-z0-9-\]\{1,39\}/, 40],
  [/^\^\[BCDF\w+\]\{4\}-/, 9],
]

/** These bounds were chosen: the chain defines its own requests, and few batches consist of the longest orders. */
const CHOSEN = ['/rpc', '/job/batch']

const { operations } = await readDocument(await startTestApi())
const read = operations.filter(
  ({ path, requestBody }) => requestBody?.content['application/json'] && !CHOSEN.includes(path),
)

test.for(read)(
  '[finding S1] $method $path accepts as many bytes as its schema needs, and not many more',
  (operation) => {
    const needed = sizeOf(bodyOf(operation))
    const bytesMax = operation['x-body-bytes-max']!
    expect(bytesMax).toBeGreaterThanOrEqual(needed.bytes)
    expect(bytesMax).toBeLessThanOrEqual(Math.max(needed.bytes * ROOM, SMALL_BYTES))
    expect(needed.values).toBeLessThanOrEqual(operation['x-body-values-max'] ?? BODY_VALUES_MAX)
  },
)

/** The schema of the body, with what the apps accept where the document leaves that to them. */
function bodyOf({ path, requestBody }: Operation): Schema {
  const { schema } = requestBody!.content['application/json']!
  const properties = { ...schema.properties }
  if (path === '/job' || path === '/job/price') {
    properties.input = { anyOf: catalogue.map(({ fields }) => wireSchema(inputSchema(fields)) as Schema) }
  }
  if (path === '/attempt/{id}/finish') {
    const texts = catalogue.map(({ outputs }) => outputs.filter(({ kind }) => kind === 'text').length)
    properties.outputs = { ...properties.outputs, maxItems: Math.max(...texts) }
  }
  return { ...schema, properties }
}

function sizeOf(schema: Schema): Size {
  const fixed = schema.const === undefined ? schema.enum : [schema.const]
  if (fixed) return { bytes: Math.max(...fixed.map((value) => JSON.stringify(value).length)), values: 1 }
  const either = schema.anyOf ?? schema.oneOf
  if (either) return largest(either.map(sizeOf))
  if (schema.type === 'object') return objectSize(schema)
  if (schema.type === 'array') {
    const { bytes, values } = sizeOf(schema.items!)
    const count = schema.maxItems ?? Number.POSITIVE_INFINITY
    return { bytes: 2 + count * (bytes + 1), values: 1 + count * values }
  }
  return { bytes: schema.type === 'string' ? 2 + textBytes(schema) : 25, values: 1 }
}

function objectSize({ properties = {}, additionalProperties }: Schema): Size {
  if (additionalProperties) return { bytes: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY }
  const fields = Object.entries(properties).map(([name, field]) => ({ name, ...sizeOf(field) }))
  return {
    bytes: 2 + fields.reduce((sum, { name, bytes }) => sum + name.length + 4 + bytes, 0),
    values: 1 + fields.reduce((sum, { values }) => sum + values, 0),
  }
}

function textBytes({ format, maxLength, pattern = '' }: Schema): number {
  if (format === 'uuid') return 36
  // As programs write it: 2026-11-17T12:00:00.000Z.
  if (format === 'date-time') return 24
  if (format === 'base64') return maxLength!
  const known = charactersByPattern.find(([looks]) => looks.test(pattern))
  if (known) return known[1]
  return CHARACTER_BYTES_MAX * (maxLength ?? Number.POSITIVE_INFINITY)
}

function largest(sizes: Size[]): Size {
  return {
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    values: Math.max(...sizes.map(({ values }) => values)),
  }
}
