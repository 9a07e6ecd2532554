import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './parse-json.ts'

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Bodies of calls are JSON in UTF-8, or form data where the endpoint says so, sent as they are, and nothing else. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
      if (wantsForm(request) || (charset && charset.toLowerCase() !== 'utf-8')) throw unsupported(request)
      return parseJson(body)
    },
  )
  server.addContentTypeParser(
    FORM_TYPES,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!wantsForm(request)) throw unsupported(request)
      return parseForm(request.headers['content-type']!, body)
    },
  )
  server.addHook('onRequest', async (request) => {
    // Unpacking a stranger's archive is how a kilobyte becomes a gigabyte.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new Refusal('unsupported_encoding', 'Send the body without content encoding.')
    }
  })
}

function wantsForm(request: FastifyRequest): boolean {
  return request.routeOptions.config.endpoint?.form ?? false
}

function unsupported(request: FastifyRequest): Refusal {
  const wanted = wantsForm(request) ? 'form data' : 'application/json in UTF-8'
  return new Refusal('unsupported_media_type', `Send the body as ${wanted}.`)
}

/** Text fields alone; a name given twice becomes a list, which no schema of ours takes. */
async function parseForm(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause) => {
      throw new Refusal('malformed_request', 'The form could not be read.', { cause })
    })
  const fields: Record<string, unknown> = Object.create(null)
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    fields[name] = values.length === 1 ? values[0] : values
  }
  return fields
}
