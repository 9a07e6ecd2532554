import type { Endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preflightHeaders } from './cors.ts'
import { sendRefusal } from './refusals.ts'
import type { ServePage } from './web-app.ts'

/** Responds to what no route matches: a page of the web app, an endpoint called with the wrong method, or an unknown address. */
export function answerUnmatched(options: {
  endpoints: readonly Endpoint[]
  prefix: string
  servePage: ServePage | undefined
}) {
  const routes = options.endpoints.map(({ method, path, scope }) => ({
    method,
    scope,
    pattern: patternOf(options.prefix + path),
  }))

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0]!
    const inApi = path === options.prefix || path.startsWith(`${options.prefix}/`)
    // A missing file must not get the page, which the browser would try to run. Nor must a hidden file.
    const isFile = /^\/(assets|sdk)\//.test(path) || /\/(\.|%2e)/i.test(path)
    const isPage = !inApi && !isFile && ['GET', 'HEAD'].includes(request.method)
    if (isPage && options.servePage) return options.servePage(request, reply)

    const here = routes.filter(({ pattern }) => pattern.test(path))
    const allowed = here.map(({ method }) => method)
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      // Other origins are only allowed where API keys are.
      if (request.method === 'OPTIONS')
        return reply.headers(preflightHeaders(here, request)).status(204).send()
      return sendRefusal(
        new Refusal('method_not_allowed', `This endpoint takes ${allowed.join(', ')}.`),
        request,
        reply,
      )
    }
    return sendRefusal(new Refusal('not_found', 'There is nothing at this address.'), request, reply)
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
