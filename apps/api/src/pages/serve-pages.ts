import { screenFacts } from '@infra/protocol/pages/screens'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ATOM_PATH } from '../devlog/routes.ts'
import { type ServePage, serveWebApp } from '../http/web-app.ts'
import { arrivals } from './arrival.ts'
import { describePage, screenAt } from './describe-page.ts'
import { headOf } from './head-rules.ts'
import { loadFirstParts } from './load-first-parts.ts'
import { loadRenderer } from './load-renderer.ts'

/** The pages of the web app, each with a head of its own and what its first screen shows. */
export async function servePages(server: FastifyInstance, deps: Deps, webDir: string): Promise<ServePage> {
  const { config } = deps
  const render = await loadRenderer(webDir).catch((error) => {
    server.log.error({ err: error }, 'first screens will not be drawn here')
    return undefined
  })
  const parts = await loadFirstParts(webDir)
  const firstViewAt = arrivals(server, config, render)
  const atom = `<link rel="alternate" type="application/atom+xml" title="Infra devlog" href="${config.apiPrefix}${ATOM_PATH}" />`
  return serveWebApp(server, webDir, config, async (request) => {
    // By the address as it was requested: one that cannot be decoded was rewritten on the way, and is not a page.
    const asked = request.originalUrl.split('?', 1)[0]!
    const name = screenAt(asked)
    // The page works without them, and so without a database.
    const facts = await describePage(deps, name, request.query).catch((error) => {
      request.log.error({ err: error }, 'a link could not be described')
      return describePage(deps, name, {})
    })
    const head = headOf(facts, config.publicUrl) + atom
    if (!name) return { status: 404, head, root: '', afterRoot: '' }
    const { preloads, root, block } = await firstViewAt(name, request.query)
    // For another spelling of the path the web app redirects first and shows something else, so nothing is rendered.
    if (asked !== screenFacts[name].path) return { status: 200, head, root: '', afterRoot: block }
    return { status: 200, head: head + preloads, root, afterRoot: block, parts: parts.get(name) }
  })
}
