import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { CONFIGURATION_BLOCK_ID, type WebConfiguration } from '@infra/protocol/configuration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

export type ServePage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Serves the built web app's files, and returns what answers any page address with its one HTML document. */
export async function serveWebApp(
  server: FastifyInstance,
  webDir: string,
  config: Config,
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

  return (request, reply) => {
    reply
      .headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
    // Among others, or marked as weak by a proxy on the way.
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    const brotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '')
    return brotli ? reply.header('content-encoding', 'br').send(compressed) : reply.send(html)
  }
}

function withConfiguration(html: string, { apiPrefix, links, wallet }: Config): string {
  const configuration: WebConfiguration = { apiPrefix, links, wallet }
  const block = new RegExp(
    `(<script type="application/json" id="${CONFIGURATION_BLOCK_ID}">)[^<]*(</script>)`,
  )
  if (!block.test(html)) throw new Error('The web app has no configuration block: build it again.')
  // `<` would let a configured value end the block.
  const json = JSON.stringify(configuration).replaceAll('<', '\\u003c')
  return html.replace(block, (_, open: string, close: string) => open + json + close)
}
