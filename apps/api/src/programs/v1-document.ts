import type { Endpoint } from '@infra/protocol/endpoint'
import { failureReasons } from '@infra/protocol/jobs'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AnswerForm, openApiDocument, wireSchema } from '../http/openapi.ts'
import { titleOf } from '../http/refusals.ts'
import { errorOf } from './openai-errors.ts'

const OpenAiError = z.object({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string(),
  }),
})

/** The codes of refusals that name a parameter. */
const VALIDATION_CODES = ['invalid_value', 'unsupported_parameter', 'unknown_parameter']

const JSON_TYPE = 'application/json'

const openAiForm: AnswerForm = {
  description:
    'The API in OpenAI’s form, for its own clients. Errors have a stable code; x-should-retry says whether asking again helps.',
  refusalType: JSON_TYPE,
  refusalSchema: OpenAiError,
  describeRefusal: (code) => {
    const { status, error } = errorOf(new Refusal(code, titleOf[code]))
    const codes = code === 'validation_failed' ? VALIDATION_CODES : [error.code]
    return { status, text: `${codes.map((one) => `\`${one}\``).join(', ')}: ${titleOf[code as ErrorCode]}.` }
  },
  successOf: ({ response, body }) => {
    const streams = body instanceof z.ZodObject && 'stream' in body.shape
    const content = response
      ? {
          [JSON_TYPE]: { schema: wireSchema(response) },
          ...(streams && { 'text/event-stream': { schema: { type: 'string' } } }),
        }
      : // The result as it is; events where the request asks for them.
        { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
    return { 200: { description: 'Done.', content } }
  },
  alsoOf: ({ scope }) => {
    if (scope !== 'order') return {}
    const reasons = failureReasons.map((reason) => `\`${reason}\``).join(', ')
    const schema = { $ref: '#/components/schemas/Problem' }
    const description = `${reasons}: The job failed. Nothing was charged.`
    return { 502: { description, content: { [JSON_TYPE]: { schema } } } }
  },
}

/** `/v1/openapi.json`, made once from the endpoints that are registered. Anyone may read it. */
export function v1DocumentRoute(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  prefix: string,
): void {
  let written: string | undefined
  server.get('/openapi.json', async (_request, reply) => {
    written ??= JSON.stringify(openApiDocument(endpoints, prefix, openAiForm))
    return reply
      .type(JSON_TYPE)
      .headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
      .send(written)
  })
}
