import { screenFacts } from '@infra/protocol/pages/screens'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ATOM_PATH } from '../devlog/routes.ts'
import { type ServePage, serveWebApp } from '../http/web-app.ts'
import { firstViews } from './bootstrap-data.ts'
import { describePage, screenAt } from './describe-page.ts'
import { headOf } from './head-rules.ts'
import { loadCriticalAssets } from './load-critical-assets.ts'
import { loadRenderer } from './load-renderer.ts'

/** The pages of the web app, each with its own head and the content of its first screen. */
export async function servePages(server: FastifyInstance, deps: Deps, webDir: string): Promise<ServePage> {
  const { config } = deps
  const render = await loadRenderer(webDir).catch((error) => {
    server.log.error({ err: error }, 'first screens will not be rendered here')
    return undefined
  })
  const criticalAssets = await loadCriticalAssets(webDir)
  const firstViewAt = firstViews(server, config, render)
  const atom = `<link rel="alternate" type="application/atom+xml" title="Infra devlog" href="${config.apiPrefix}${ATOM_PATH}" />`
  return serveWebApp(server, webDir, config, async (request) => {
    // The original URL: one that can't be decoded was rewritten before, and isn't a page.
    const pathname = request.originalUrl.split('?', 1)[0]!
    const name = screenAt(pathname)
    // The page works without them, and so without a database.
    const facts = await describePage(deps, name, request.query).catch((error) => {
      request.log.error({ err: error }, 'a link could not be described')
      return describePage(deps, name, {})
    })
    const head = headOf(facts, config.publicUrl) + atom
    if (!name) return { status: 404, head, root: '', afterRoot: '' }
    const { preloads, root, block } = await firstViewAt(name, request.query)
    // With another spelling of its path, the page first replaces the address, and renders something else meanwhile.
    if (pathname !== screenFacts[name].path) return { status: 200, head, root: '', afterRoot: block }
    return {
      status: 200,
      head: head + preloads,
      root,
      afterRoot: block,
      criticalAssets: criticalAssets.get(name),
    }
  })
}
