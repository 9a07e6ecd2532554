import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { CONFIGURATION_BLOCK_ID, type WebConfiguration } from '@infra/protocol/configuration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What a link shows where it is posted. */
export interface PagePreview {
  path: string
  title: string
  description: string
  picture: { path: string; width: number | null; height: number | null } | undefined
}

/** Serves the built web app's files, and returns what answers any page address with its one HTML document. */
export async function serveWebApp(
  server: FastifyInstance,
  webDir: string,
  config: Config,
  preview: (query: unknown) => Promise<PagePreview | undefined>,
): Promise<ServePage> {
  await server.register(fastifyStatic, {
    root: webDir,
    // A route for each file that is there, instead of looking up whatever a stranger names.
    wildcard: false,
    index: false,
    // The page itself goes out below, with its configuration.
    globIgnore: ['index.html*'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const lasting = relative(webDir, path).startsWith(`assets${sep}`)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const html = withConfiguration(await readFile(join(webDir, 'index.html'), 'utf8'), config)
  const compressed = await promisify(brotliCompress)(html)
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`

  return async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' }).type('text/html; charset=utf-8')
    // The page works without it, and without a database.
    const shown = await preview(request.query).catch((error) => {
      request.log.error({ err: error }, 'a link could not be described')
      return undefined
    })
    if (shown) return reply.send(withPreview(html, shown, config.publicUrl))

    reply.header('etag', etag)
    // Among others, or marked as weak by a proxy on the way.
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    const brotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '')
    return brotli ? reply.header('content-encoding', 'br').send(compressed) : reply.send(html)
  }
}

const DESCRIPTION_MAX = 200

function withPreview(html: string, preview: PagePreview, origin: URL): string {
  const { path, title, picture } = preview
  const words = preview.description.replaceAll(/\s+/g, ' ')
  const description = words.length > DESCRIPTION_MAX ? `${words.slice(0, DESCRIPTION_MAX)}…` : words
  const tags: [string, string | number | null | undefined][] = [
    ['og:site_name', 'Infra'],
    ['og:type', 'article'],
    ['og:url', new URL(path, origin).href],
    ['og:title', title],
    ['og:description', description],
    ['og:image', picture && new URL(picture.path, origin).href],
    ['og:image:width', picture?.width],
    ['og:image:height', picture?.height],
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
  ]
  const metas = tags.flatMap(([property, content]) =>
    content ? [`<meta property="${property}" content="${escapeHtml(String(content))}" />`] : [],
  )
  return html.replace('</head>', () => `${metas.join('')}</head>`)
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function withConfiguration(html: string, { apiPrefix, links, wallet, staking }: Config): string {
  const configuration: WebConfiguration = { apiPrefix, links, wallet, staking: staking?.place ?? null }
  const block = new RegExp(
    `(<script type="application/json" id="${CONFIGURATION_BLOCK_ID}">)[^<]*(</script>)`,
  )
  if (!block.test(html)) throw new Error('The web app has no configuration block: build it again.')
  // `<` would let a configured value end the block.
  const json = JSON.stringify(configuration).replaceAll('<', '\\u003c')
  return html.replace(block, (_, open: string, close: string) => open + json + close)
}
