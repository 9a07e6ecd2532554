import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import type { Pack } from '../pack.ts'

/** A pack of our own making, and the tarball that a registry would serve for it. */
export async function packOf(
  name: string,
  files: Record<string, string | Buffer>,
): Promise<{ pack: Pack; tarball: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-pack-'))
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'package', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  await create({ gzip: true, cwd: folder, file: join(folder, 'pack.tgz') }, ['package'])
  const tarball = await readFile(join(folder, 'pack.tgz'))
  await rm(folder, { recursive: true })
  const kept = Object.entries(files).filter(([path]) => !path.startsWith('unwanted/'))
  const pack: Pack = {
    name,
    package: `@weights/${name}`,
    version: '1.2.3',
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    bytes: tarball.length,
    licence: 'MIT',
    light: true,
    files: Object.fromEntries(
      kept.map(([path, content]) => [
        path.replaceAll('/', '-'),
        { from: path, sha256: createHash('sha256').update(content).digest('hex') },
      ]),
    ),
  }
  return { pack, tarball }
}

export interface Registry {
  url: string
  /** The path and the range of each request. */
  requests: { path: string; range: string | undefined }[]
  /** How the next requests are answered, in turn; the last one stays. */
  script: Answer[]
  close: () => Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A registry on this machine that does what the test says. */
export async function startRegistry(...script: Answer[]): Promise<Registry> {
  const requests: Registry['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, range: request.headers.range })
    const answer = registry.script.length > 1 ? registry.script.shift()! : registry.script[0]!
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const registry: Registry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`,
    requests,
    script,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return registry
}

/** Serves all of it, or the rest if only that is requested. */
export const serve =
  (content: Buffer): Answer =>
  (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (from >= content.length && from > 0) return void response.writeHead(416).end()
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': content.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    })
    response.end(content.subarray(from))
  }

/** Ignores requested ranges. */
export const serveWhole =
  (content: Buffer): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-length': content.length }).end(content)

/** Breaks the connection halfway. */
export const breakOff =
  (content: Buffer, bytes: number): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': content.length })
    // What was sent may arrive before the end of the connection does.
    response.write(content.subarray(0, bytes), () => setTimeout(() => response.destroy(), 200))
  }

export const refuse =
  (status: number): Answer =>
  (_request, response) =>
    void response.writeHead(status).end()
