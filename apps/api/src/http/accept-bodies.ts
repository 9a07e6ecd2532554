import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BODY_VALUES_MAX, type Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { boundDrain } from './bound-drain.ts'
import { parseJson } from './parse-json.ts'

export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Bodies of calls are JSON in UTF-8, or form data if the endpoint says so, uncompressed and complete within `bodyMs`. Files aren't read
 * here: their endpoint receives them, with its own time limit.
 */
export function acceptBodies(server: FastifyInstance, { bodyMs }: { bodyMs: number }): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
      if (endpointOf(request)?.form || (charset && charset.toLowerCase() !== 'utf-8'))
        throw unsupported(request)
      const { bodyValuesMax: valuesMax = BODY_VALUES_MAX, bodyBytesMax: textBytesMax } =
        endpointOf(request) ?? {}
      return parseJson(body, { valuesMax, textBytesMax })
    },
  )
  server.addContentTypeParser(FORM_TYPES, async (request: FastifyRequest, payload: Readable) => {
    if (receivesForm(request)) return undefined
    if (!endpointOf(request)?.form) throw unsupported(request)
    return parseForm(
      request.headers['content-type']!,
      await readWhole(payload, request.routeOptions.bodyLimit),
    )
  })
  server.addHook('onRequest', (request, _reply, done) => {
    // A compressed body of a kilobyte can unpack to a gigabyte.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return done(new Refusal('unsupported_encoding', 'Send the body without content encoding.'))
    }
    if (!receivesForm(request)) limitTime(request, bodyMs)
    done()
  })
  server.addHook('preParsing', (request, reply, _payload, done) => {
    const { bodyLimit, handler } = request.routeOptions
    // Where there is no endpoint, the body makes no difference. GET and HEAD have none, and may be for a page.
    if (request.is404 && handler && !['GET', 'HEAD'].includes(request.method))
      return void handler.call(server, request, reply)
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > bodyLimit
    // Refused here and not by the framework, which would close the connection while the rest is still being sent.
    done(isTooLarge && !receivesForm(request) ? tooLarge() : null)
  })
  server.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete === false) boundDrain(request.raw)
    done()
  })
}

function endpointOf(request: FastifyRequest): Endpoint | undefined {
  return request.routeOptions.config.endpoint
}

/** Files are received by their endpoint, with its own time limit. */
function receivesForm(request: FastifyRequest): boolean {
  const endpoint = endpointOf(request)
  return endpoint?.upload !== undefined || (endpoint?.parts !== undefined && isMultipart(request.raw))
}

export function isMultipart({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
}

function unsupported(request: FastifyRequest): Refusal {
  const wanted = endpointOf(request)?.form ? 'form data' : 'application/json in UTF-8'
  return new Refusal('unsupported_media_type', `Send the body as ${wanted}.`)
}

/** The server's own time limit is as long as an upload may take. A body that comes too late gets the same response as from the server. */
function limitTime({ raw, server }: FastifyRequest, bodyMs: number): void {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    const late = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (!raw.complete) server.server.emit('clientError', late, raw.socket)
  }, bodyMs)
  raw.once('close', () => clearTimeout(timer))
}

async function readWhole(payload: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of payload) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', 'The body is larger than this endpoint takes.')
}

/** Text fields only. A name that occurs twice becomes a list, which no schema accepts. */
async function parseForm(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause) => {
      throw new Refusal('malformed_request', 'The form could not be read.', { cause })
    })
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of form) {
    const earlier = fields[name]
    if (Array.isArray(earlier)) earlier.push(value)
    else fields[name] = earlier === undefined ? value : [earlier, value]
  }
  return fields
}
