import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  CRITICAL_ASSETS_FOLDER,
  type CriticalAssets,
  DEFERRED_TYPE,
  RENDERER_PATH,
  SDK_FOLDER,
} from '@infra/protocol/pages/bootstrap'
import { CONFIGURATION_BLOCK_ID, type WebConfiguration } from '@infra/protocol/pages/configuration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { acceptsBrotli, packBrotli } from './brotli.ts'
import { contentSecurityPolicy } from './security-headers.ts'

export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The content of a page before any of its scripts run. */
export interface PageStart {
  status: 200 | 404
  /** Replaces the document's own title and description, as HTML. */
  head: string
  /** The content of the root element, and what follows it, as HTML. */
  root: string
  afterRoot: string
  criticalAssets?: CriticalAssets
}

const EMPTY_ROOT = '<div id="root"></div>'

/** Serves the built web app's files, and returns the handler that sends its one HTML document for any page address. */
export async function serveWebApp(
  server: FastifyInstance,
  webDir: string,
  config: Config,
  startOf: (request: FastifyRequest) => Promise<PageStart>,
): Promise<ServePage> {
  await server.register(fastifyStatic, {
    root: webDir,
    // A route for each file of the build, instead of looking up any path that is requested.
    wildcard: false,
    index: false,
    // The page itself is sent below, with its configuration, and the client by its own routes.
    globIgnore: [
      'index.html*',
      `${dirname(RENDERER_PATH)}/**`,
      `${CRITICAL_ASSETS_FOLDER}/**`,
      `${SDK_FOLDER}/**`,
    ],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const lasting = relative(webDir, path).startsWith(`assets${sep}`)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Wallets show the site's icon in their own windows, which are another origin.
      if (isIcon(relative(webDir, path))) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })

  const written = withConfiguration(await readFile(join(webDir, 'index.html'), 'utf8'), config)
  const bare = written.replace(/<title>.*?<\/title>/s, '').replace(/<meta\s+name="description"[^>]*>/s, '')
  const [, script] = /<script>(.*?)<\/script>/s.exec(bare) ?? []
  const packed = lastPacked()
  const bareFrame = { html: bare, policy: contentSecurityPolicy(config, { script }) }
  const renderedFrames = new Map<CriticalAssets | undefined, typeof bareFrame>()

  /** The part of a screen that is the same for every page, made once. */
  function renderedFrame(assets: CriticalAssets | undefined): typeof bareFrame {
    const frame = renderedFrames.get(assets) ?? {
      html: withDeferredRest(bare, assets),
      policy: contentSecurityPolicy(config, { script, styles: assets?.styles }),
    }
    renderedFrames.set(assets, frame)
    return frame
  }

  return async (request, reply) => {
    const { status, head, root, afterRoot, criticalAssets } = await startOf(request)
    const frame = root ? renderedFrame(criticalAssets) : bareFrame
    const html = frame.html
      .replace('</head>', () => `${head}</head>`)
      .replace(EMPTY_ROOT, () => `<div id="root">${root}</div>${afterRoot}`)
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
      .type('text/html; charset=utf-8')
      .header('content-security-policy', frame.policy)
    // The header may list several, or a proxy may have marked it as weak.
    if (status === 200 && request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    reply.status(status)
    return acceptsBrotli(request)
      ? reply.header('content-encoding', 'br').send(await packed(etag, html))
      : reply.send(html)
  }
}

/** The icons that the document and the manifest name; they're next to the document. */
function isIcon(name: string): boolean {
  return /^(favicon|apple-touch-icon|icon-[\w-]+)\.(svg|png)$/.test(name)
}

/**
 * A server-rendered page is painted first: its scripts and the whole stylesheet would compete for bandwidth with what the first paint
 * needs, so the inline loader fetches them afterwards.
 */
function withDeferredRest(html: string, assets: CriticalAssets | undefined): string {
  const deferred = html.replaceAll('<script type="module"', `<script type="${DEFERRED_TYPE}"`)
  if (!assets) return deferred
  const scripts = assets.scripts.map((src) => `<script type="${DEFERRED_TYPE}" src="${src}"></script>`)
  const styles = `<style>${assets.styles}</style><link rel="${DEFERRED_TYPE}" href="${assets.stylesheet}">`
  return deferred.replace(/<link rel="stylesheet"[^>]*>/, () => scripts.join('') + styles)
}

const PACKED_MAX = 50

/** The last compressed pages: most are the same for everyone, and the others change once per second. */
function lastPacked(): (etag: string, html: string) => Promise<Buffer> {
  const pages = new LRUCache<string, Promise<Buffer>>({ max: PACKED_MAX })
  return (etag, html) => {
    const known = pages.get(etag)
    if (known) return known
    const page = packBrotli(html)
    pages.set(etag, page)
    return page
  }
}

/** The part of the configuration that pages get. */
export function webConfiguration({ apiPrefix, links, wallet, staking }: Config): WebConfiguration {
  return { apiPrefix, links, wallet, staking: staking?.place ?? null }
}

function withConfiguration(html: string, config: Config): string {
  const block = new RegExp(
    `(<script type="application/json" id="${CONFIGURATION_BLOCK_ID}">)[^<]*(</script>)`,
  )
  if (!block.test(html) || !html.includes(EMPTY_ROOT))
    throw new Error('The web app has no configuration block or no root: build it again.')
  return html.replace(
    block,
    (_, open: string, close: string) => open + jsonForPage(webConfiguration(config)) + close,
  )
}

/** Escapes `<`, because a value could otherwise end its script block. */
export function jsonForPage(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
