import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** What npm is told of the one version that there is. */
interface PackageManifest {
  name: string
  version: string
  dist: { integrity: string; shasum: string }
}

interface ServedFile {
  bytes: Buffer | string
  type: string
  /** Its address names its content. */
  isLasting?: boolean
}

/**
 * The client for programs, served by the network itself: two files to fetch, and a registry that npm installs the package from. Nothing
 * where the pages were built without it.
 */
export async function sdkRoutes(
  server: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  webDir: string,
): Promise<void> {
  const read = (name: string) => readFile(join(webDir, SDK_FOLDER, name))
  const written = await read('client.json').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!written) return
  const manifest: PackageManifest = JSON.parse(written.toString())
  const { name, version, dist } = manifest
  const tarballPath = `/sdk/npm/${name}/-/client-${version}.tgz`
  const tarball = new URL(tarballPath, publicUrl).href
  const packument = JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { ...dist, tarball } } },
  })
  const script = 'text/javascript; charset=utf-8'
  serveFile(server, '/sdk/infra.js', { bytes: await read('infra.js'), type: script })
  serveFile(server, '/sdk/infra.mjs', { bytes: await read('infra.mjs'), type: script })
  serveFile(server, tarballPath, {
    bytes: await read('client.tgz'),
    type: 'application/octet-stream',
    isLasting: true,
  })
  const sendPackument = sender({ bytes: packument, type: 'application/json; charset=utf-8' })
  // npm asks for `@infra%2fclient`, which is one part of a path; others for the two that it stands for.
  server.get<{ Params: { name: string } }>('/sdk/npm/:name', async (request, reply) => {
    if (request.params.name !== name) throw new Refusal('not_found', `This registry has ${name} alone.`)
    return sendPackument(request, reply)
  })
  server.get(`/sdk/npm/${name}`, sendPackument)
}

function serveFile(server: FastifyInstance, path: string, file: ServedFile): void {
  server.get(path, sender(file))
}

/** Pages of any origin may import it, and it changes with the network's version. */
function sender({ bytes, type, isLasting }: ServedFile) {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.type(type).headers({
      etag,
      'cache-control': isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply.send(bytes)
  }
}
