import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

type SdkDeps = Pick<Deps, 'config' | 'networkKey' | 'servedRelease'>

/** What npm gets for the only version that there is. */
interface PackageManifest {
  name: string
  version: string
  dist: { integrity: string; shasum: string }
}

interface ServedFile {
  bytes: Buffer | string
  type: string
  /** Whether its address identifies its content. */
  isLasting?: boolean
}

const SCRIPT = 'text/javascript; charset=utf-8'
const TARBALL = 'application/octet-stream'

/** The packages of the registry, by the names of their files. */
const packageFiles = ['client', 'node'] as const

/**
 * The client for programs and the node agent, served by the network itself: files to fetch, and a registry from which npm installs the two
 * packages. Nothing if the pages were built without them.
 */
export async function sdkRoutes(server: FastifyInstance, deps: SdkDeps, webDir: string): Promise<void> {
  const packuments = new Map<string, Sender>()
  for (const file of packageFiles) {
    const folder = join(webDir, SDK_FOLDER)
    const written = await readFile(join(folder, `${file}.json`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!written) continue
    const manifest: PackageManifest = JSON.parse(written.toString())
    packuments.set(manifest.name, await servePackage(server, deps, folder, file, manifest))
    if (file === 'client') await serveClient(server, folder)
    else await serveInstaller(server, deps, folder)
  }
  if (packuments.size === 0) return
  const names = [...packuments.keys()].join(' and ')
  // npm requests `@infra%2fclient`, which is one part of a path; others request its two parts.
  server.get<{ Params: { name: string } }>('/sdk/npm/:name', async (request, reply) => {
    const send = packuments.get(request.params.name)
    if (!send) throw new Refusal('not_found', `This registry has ${names} alone.`)
    return send(request, reply)
  })
  for (const [name, send] of packuments) server.get(`/sdk/npm/${name}`, send)
}

/** Serves the package's tarball, and returns the handler that sends npm its packument. */
async function servePackage(
  server: FastifyInstance,
  { config: { publicUrl } }: SdkDeps,
  folder: string,
  file: string,
  manifest: PackageManifest,
): Promise<Sender> {
  const { name, version, dist } = manifest
  const tarballPath = `/sdk/npm/${name}/-/${file}-${version}.tgz`
  const tarball = new URL(tarballPath, publicUrl).href
  const packument = JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { ...dist, tarball } } },
  })
  const bytes = await readFile(join(folder, `${file}.tgz`))
  serveFile(server, tarballPath, { bytes, type: TARBALL, isLasting: true })
  return sender({ bytes: packument, type: 'application/json; charset=utf-8' })
}

async function serveClient(server: FastifyInstance, folder: string): Promise<void> {
  for (const name of ['infra.js', 'infra.mjs'])
    serveFile(server, `/sdk/${name}`, { bytes: await readFile(join(folder, name)), type: SCRIPT })
}

/** The script that installs the agent, which contains the package's digest, and the package under a permanent name. */
async function serveInstaller(server: FastifyInstance, deps: SdkDeps, folder: string): Promise<void> {
  const { apiPrefix, publicUrl } = deps.config
  const script = (await readFile(join(folder, 'install-node.sh'), 'utf8'))
    .replaceAll('@NETWORK@', publicUrl.origin)
    .replaceAll('@API_URL@', `${publicUrl.origin}${apiPrefix}`)
  server.get('/sdk/node/install', async (request, reply) => {
    const [release, { address }] = await Promise.all([deps.servedRelease(), deps.networkKey()])
    const bytes = script
      .replaceAll('@RELEASED_AT@', String(release?.releasedAt ?? 0))
      .replaceAll('@SIGNER@', address)
    return sender({ bytes, type: 'text/plain; charset=utf-8' })(request, reply)
  })
  serveFile(server, '/sdk/node/infra-node.tgz', {
    bytes: await readFile(join(folder, 'node.tgz')),
    type: TARBALL,
  })
}

type Sender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function serveFile(server: FastifyInstance, path: string, file: ServedFile): void {
  server.get(path, sender(file))
}

/** Pages of any origin may import it, and it changes with the network's version. */
function sender({ bytes, type, isLasting }: ServedFile): Sender {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return async (request, reply) => {
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
