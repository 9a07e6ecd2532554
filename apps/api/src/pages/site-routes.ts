import { catalogue } from '@infra/protocol/apps/catalogue'
import { screenFacts } from '@infra/protocol/pages/screens'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { escapeHtml } from './head-rules.ts'
import { llmsText } from './llms-text.ts'

/** `robots.txt`, the sitemap and `llms.txt`. */
export async function siteRoutes(server: FastifyInstance, { config }: Pick<Deps, 'config'>): Promise<void> {
  const { publicUrl, apiPrefix } = config
  const sitemap = new URL('/sitemap.xml', publicUrl).href
  const robots = [
    'User-agent: *',
    `Disallow: ${apiPrefix}/`,
    // Search engines are meant to find results.
    `Allow: ${apiPrefix}/file/`,
    `Allow: ${apiPrefix}/job/*/card.jpg`,
    `Allow: ${apiPrefix}/card.jpg`,
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n')
  const pages = [
    ...Object.values(screenFacts)
      .filter(({ access }) => access === 'public')
      .map(({ path }) => path),
    '/nodes?about=trust',
    '/nodes?about=earnings',
    '/developers?about=differences',
    ...catalogue.filter(({ state }) => state === 'published').map(({ id }) => `/apps?app=${id}`),
  ]
  const urls = pages.map((path) => `<url><loc>${escapeHtml(new URL(path, publicUrl).href)}</loc></url>`)
  const map = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')

  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robots),
  )
  const llms = await llmsText(config)
  server.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(llms),
  )
  server.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(map),
  )
}
