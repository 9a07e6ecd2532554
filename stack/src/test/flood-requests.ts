import { randomFillSync } from 'node:crypto'
import { BODY_VALUES_MAX } from '@infra/protocol/endpoint'
import sharp from 'sharp'

/** One request that is sent again and again. */
export interface FloodRequest {
  method: string
  /** The endpoint, as the document has it. */
  path: string
  /** Below the origin. */
  url: string
  headers: Record<string, string>
  body?: Buffer
  /** An event stream: opened and held. */
  isStream: boolean
  /** The caller's session or account ends with it, so that the flood must sign in again. */
  endsSession: boolean
}

/** The part of JSON Schema that matters here. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  maxLength?: number
  maximum?: number
  format?: string
  pattern?: string
  'x-bytes-max'?: number
}

interface Operation {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
  'x-body-bytes-max'?: number
  'x-body-values-max'?: number
}

interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** What exists, for parameters that are ids. */
export interface KnownIds {
  jobId: string
  nodeId: string
  address: string
}

const ENDS_SESSION = ['DELETE /user/me', 'DELETE /user/me/session', 'DELETE /node/session']

/** The maximum of numbers in queries, by name; a query has them as text. */
const NUMBERS: Record<string, string> = { limit: '100', wait: '10' }

/** Leaves room for the keys and brackets around a value. */
const AROUND_BYTES = 60

const BOUNDARY = 'flood-boundary'

/** Every endpoint of the API's own document, with the largest valid input and the worst bodies that its bounds allow. */
export async function floodRequests(
  origin: string,
  prefix: string,
  known: KnownIds,
): Promise<FloodRequest[]> {
  const document = (await (await fetch(`${origin}${prefix}/openapi.json`)).json()) as Document
  const picture = await largePicture()
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase()
      const { urls, headers } = addressesOf(operation, path, known)
      const base = {
        method,
        path,
        isStream: operation.responses['200']?.content?.['text/event-stream'] !== undefined,
        endsSession: ENDS_SESSION.includes(`${method} ${path}`),
      }
      return bodiesOf(operation, `${method} ${path}`, { known, picture }).flatMap(({ type, body }) =>
        urls.map((url) => ({
          ...base,
          url: prefix + url,
          ...(body && { body }),
          headers: { ...headers, ...(type && { 'content-type': type }) },
        })),
      )
    }),
  )
}

/** With all parameters in the query, and with only the numbers, since some of the texts are refused. */
function addressesOf({ parameters }: Operation, path: string, known: KnownIds) {
  const headers: Record<string, string> = {}
  const [all, numbers] = [new URLSearchParams(), new URLSearchParams()]
  let url = path
  for (const { name, in: place, schema } of parameters) {
    const number = NUMBERS[name]
    const value = number ?? String(largest(schema, known))
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(idFor(path, value, known)))
    if (place === 'query') all.set(name, value)
    if (place === 'query' && number) numbers.set(name, number)
    // A key that is used again would only repeat the first response.
    if (place === 'header' && name !== 'idempotency-key') headers[name] = value
  }
  const urls = new Set([all, numbers].map((query) => (query.size > 0 ? `${url}?${query}` : url)))
  return { urls: [...urls], headers }
}

function idFor(path: string, value: string, known: KnownIds): string {
  if (path.startsWith('/job/') || path.startsWith('/moderation/job/')) return known.jobId
  if (path === '/node/{id}') return known.nodeId
  if (path === '/user/{id}' || path.startsWith('/moderation/user/')) return known.address
  if (path.startsWith('/app/')) return 'echo'
  return path === '/node/link/{code}' ? 'BCDF-GHJK' : value
}

type Body = { type?: string; body?: Buffer }

function bodiesOf(
  operation: Operation,
  name: string,
  { known, picture }: { known: KnownIds; picture: Buffer },
): Body[] {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (!type || !content) return [{}]
  const bytesMax = operation['x-body-bytes-max']
  if (bytesMax === undefined) return [uploadOf(content.schema.properties!.file!['x-bytes-max']!, picture)]
  if (type !== 'application/json') return [{ type, body: Buffer.from(`token=${'x'.repeat(bytesMax - 6)}`) }]
  const valid =
    name === 'POST /job'
      ? { appId: 'echo', input: { text: 'x'.repeat(200) } }
      : largest(content.schema, known)
  const valuesMax = operation['x-body-values-max'] ?? BODY_VALUES_MAX
  const bodies = [JSON.stringify(valid), ...worstBodies(content.schema, { bytesMax, valuesMax })]
  return bodies
    .map((body) => ({ type, body: Buffer.from(body) }))
    .filter(({ body }) => body.length <= bytesMax)
}

/** Many small values and long texts, in the fields of the schema and in an unknown one. */
function worstBodies(schema: Schema, { bytesMax, valuesMax }: { bytesMax: number; valuesMax: number }) {
  const list = (item: string, countMax: number) =>
    `[${Array.from({ length: Math.min(countMax, Math.floor((bytesMax - AROUND_BYTES) / (item.length + 1))) }, () => item)}]`
  const text = (unit: string) =>
    `"${unit.repeat(Math.floor((bytesMax - AROUND_BYTES) / Buffer.byteLength(unit)))}"`
  const values = [list('{}', valuesMax / 2 - 3), list('"x"', valuesMax - 3), text('\\u0001'), text('ﷺ')]
  const fields = ['z', ...Object.keys(schema.properties ?? {})]
  return fields.flatMap((field) => values.map((value) => `{"${field}":${value}}`))
}

/** Roughly the largest value that fits. */
function largest(schema: Schema, known: KnownIds): unknown {
  const alternative = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (alternative) return largest(alternative, known)
  if (schema.allOf) return largest(Object.assign({}, ...schema.allOf), known)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return largestText(schema, known)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 50, 2 ** 31 - 1)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: Math.min(schema.maxItems ?? 4, 32) }, () =>
        largest(schema.items ?? {}, known),
      )
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, largest(field, known)]),
      )
    default:
      return 'x'
  }
}

function largestText({ format, pattern, maxLength = 60 }: Schema, known: KnownIds): string {
  if (format === 'uuid') return known.jobId
  if (format === 'date-time') return new Date().toISOString()
  if (pattern?.includes('0x')) return known.address
  return 'many words '.repeat(Math.ceil(maxLength / 11)).slice(0, Math.min(maxLength, 2_000))
}

/** A valid picture if the limit is near its size; else as many bytes as are allowed. */
function uploadOf(bytesMax: number, picture: Buffer): Body {
  const file = bytesMax < 2 * picture.length ? picture : Buffer.concat([picture], bytesMax)
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }
}

/** Just below the 8 MB that an upload may have, and incompressible. */
function largePicture(): Promise<Buffer> {
  const [width, height, channels] = [1_650, 1_690, 3] as const
  const noise = randomFillSync(Buffer.alloc(width * height * channels))
  return sharp(noise, { raw: { width, height, channels } }).png({ compressionLevel: 0 }).toBuffer()
}
