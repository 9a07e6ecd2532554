import type { Caller, Endpoint, Input, Output } from '@infra/protocol/endpoint'
import { commonRefusals, Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Callers, identify } from './callers.ts'
import { countRequest, networkOf } from './rate-limit.ts'
import { readInput } from './read-input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Callers[Caller]
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

type Inbound<E extends Endpoint> = { caller: Callers[E['caller']]; userAgent: string } & Input<E>

/** Opens one door. Path, caller, limits, input and output all come from the endpoint; the handler only decides. */
export function route<E extends Endpoint>(
  server: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (inbound: Inbound<E>) => Promise<Output<E>> | Output<E>,
): void {
  server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    // Before the body is read: a stranger's megabytes are not worth receiving.
    onRequest: async (request) => {
      request.caller = await identify[endpoint.caller](deps, request)
      if (endpoint.limit) {
        const door = `${endpoint.method} ${endpoint.path}`
        await countRequest(deps.db, { door, who: whoIs(request), limit: endpoint.limit, now: deps.now() })
      }
    },
    handler: async (request, reply) => {
      const userAgent = request.headers['user-agent'] ?? ''
      const inbound = { caller: request.caller, userAgent, ...readInput(endpoint, request) } as Inbound<E>
      const output = await answer(request, endpoint, () => handler(inbound))
      reply.header('cache-control', 'no-store')
      if (!endpoint.response) return reply.status(204).send()
      // The response schema is the presenter: what it does not name stays inside.
      // Written here, since the framework would send a plain text without its quotes.
      return reply
        .status(endpoint.status ?? 200)
        .type('application/json')
        .send(JSON.stringify(z.encode(endpoint.response, output as never)))
    },
  })
}

function whoIs(request: FastifyRequest): string {
  const { caller } = request
  if (!caller) return networkOf(request.ip)
  return 'address' in caller ? caller.address : caller.id
}

/** A refusal that the endpoint does not declare would be missing from the document that clients are built on. */
async function answer<T>(
  request: FastifyRequest,
  endpoint: Endpoint,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const declared = [...commonRefusals, ...endpoint.refusals] as string[]
    if (error instanceof Refusal && !declared.includes(error.code)) {
      request.log.error({ code: error.code }, 'refusal is not declared by its endpoint')
    }
    throw error
  }
}
