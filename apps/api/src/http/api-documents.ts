import type { Endpoint } from '@infra/protocol/endpoint'
import type { FastifyInstance } from 'fastify'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** `openapi.json` and its readable page, made once from the registered endpoints. */
export function documentRoutes(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  prefix: string,
): void {
  const documents = {
    '/openapi.json': ['application/json', () => JSON.stringify(openApiDocument(endpoints, prefix))],
    '/docs': ['text/html; charset=utf-8', () => docsPage(endpoints, prefix)],
    '/docs.css': ['text/css; charset=utf-8', () => docsStyle],
  } as const
  for (const [path, [type, write]] of Object.entries(documents)) {
    let written: string | undefined
    server.get(path, async (_request, reply) => {
      written ??= write()
      return reply.type(type).header('cache-control', 'no-cache').send(written)
    })
  }
}
