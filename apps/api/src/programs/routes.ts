import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preflightHeaders } from '../http/cors.ts'
import { audioRoutes } from './audio-routes.ts'
import { completionRoutes } from './completion-routes.ts'
import { imageRoutes } from './image-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { answerInOpenAiForm } from './openai-errors.ts'
import type { ProgramDeps } from './program-route.ts'
import { v1DocumentRoute } from './v1-document.ts'

/** Parts of OpenAI's API that we don't have, and what to do instead. */
const missing: [RegExp, string][] = [
  [
    /^\/v1\/responses/,
    'There is no Responses API here: use POST /v1/chat/completions (in the AI SDK: openai.chat(…)).',
  ],
  [/^\/v1\/embeddings/, 'There are no embeddings here.'],
  [/^\/v1\/files/, 'There is no files API here: send files with the call that needs them.'],
  [/^\/v1\/batches/, 'There are no batches here: send one call per job.'],
  [/^\/v1\/moderations/, 'There is no moderation API here.'],
  [
    /^\/v1\/audio\/translations/,
    'There are no translations here: POST /v1/audio/transcriptions writes down what is said.',
  ],
  [
    /^\/v1\/images\/variations/,
    'There are no variations here: use POST /v1/images/generations or /v1/images/edits.',
  ],
]

/** The API in OpenAI's form, registered below `/v1`. */
export function v1Routes(server: FastifyInstance, deps: ProgramDeps, prefix: string): void {
  server.setErrorHandler((error, request, reply) => answerInOpenAiForm(error, request, reply))
  const endpoints: Endpoint[] = []
  const methods: { method: 'GET' | 'POST'; pattern: RegExp }[] = []
  server.addHook('onRoute', ({ config }) => {
    const endpoint = config?.endpoint
    // Fastify adds a HEAD to each GET; it's the same endpoint.
    if (!endpoint || endpoints.includes(endpoint)) return
    endpoints.push(endpoint)
    const pattern = new RegExp(`^/v1${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    methods.push({ method: endpoint.method as 'GET' | 'POST', pattern })
  })
  modelRoutes(server, deps)
  audioRoutes(server, deps)
  imageRoutes(server, deps)
  completionRoutes(server, deps)
  v1DocumentRoute(server, endpoints, prefix)
  server.setNotFoundHandler((request, reply) => answerUnmatched(methods, request, reply))
}

function answerUnmatched(
  methods: { method: string; pattern: RegExp }[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0]!
  const here = methods.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  const isPreflight = request.method === 'OPTIONS' && here.length > 0
  const open = here.map((method) => ({ method: method as 'GET', scope: 'any' as const }))
  if (isPreflight)
    return reply.headers(preflightHeaders(open, request)).header('allow', here.join(', ')).status(204).send()
  if (request.headers.origin) reply.header('access-control-allow-origin', '*')
  if (here.length > 0)
    return answerInOpenAiForm(
      new Refusal('method_not_allowed', `This endpoint takes ${here.join(', ')}.`),
      request,
      reply,
    )
  const [, sentence] = missing.find(([pattern]) => pattern.test(path)) ?? []
  const message = sentence ?? 'There is nothing at this address. GET /v1/models says what can be called.'
  return answerInOpenAiForm(new Refusal('not_found', message), request, reply)
}
