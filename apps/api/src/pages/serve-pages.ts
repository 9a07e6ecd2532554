import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ATOM_PATH } from '../devlog/routes.ts'
import { type ServePage, serveWebApp } from '../http/web-app.ts'
import { arrivals } from './arrival.ts'
import { describePage, screenAt } from './describe-page.ts'
import { headOf } from './head-rules.ts'

/** The pages of the web app, each with a head of its own and what its first screen shows. */
export async function servePages(server: FastifyInstance, deps: Deps, webDir: string): Promise<ServePage> {
  const { config } = deps
  const arrivalAt = arrivals(server, config.apiPrefix)
  const atom = `<link rel="alternate" type="application/atom+xml" title="Infra devlog" href="${config.apiPrefix}${ATOM_PATH}" />`
  return serveWebApp(server, webDir, config, async (request) => {
    // As it was asked: what cannot be decoded was made readable on the way, and is no page.
    const name = screenAt(request.originalUrl.split('?', 1)[0]!)
    // The page works without either, and without a database.
    const facts = await describePage(deps, name, request.query).catch((error) => {
      request.log.error({ err: error }, 'a link could not be described')
      return describePage(deps, name, {})
    })
    const arrival = name ? await arrivalAt(name, request.query) : ''
    return { status: name ? 200 : 404, head: headOf(facts, config.publicUrl) + atom + arrival }
  })
}
