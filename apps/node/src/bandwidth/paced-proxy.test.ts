import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openPacedProxy } from './paced-proxy.ts'

async function openProxy() {
  const seen = { bytes: 0 }
  const proxy = await openPacedProxy(async (bytes) => {
    seen.bytes += bytes
  })
  onTestFinished(() => proxy.close())
  return { ...proxy, seen, url: new URL(proxy.environment.HTTPS_PROXY!) }
}

test('npm fetches through the proxy, which counts what it receives', async () => {
  const { environment, seen } = await openProxy()
  const requests: string[] = []
  const document = JSON.stringify({
    name: 'thing',
    'dist-tags': { latest: '1.2.3' },
    versions: { '1.2.3': { name: 'thing', version: '1.2.3', description: 'x'.repeat(20_000) } },
  })
  const registry = createServer((incoming, outgoing) => {
    requests.push(incoming.url!)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(document)
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  const { port } = registry.address() as AddressInfo
  const { stdout } = await promisify(execFile)(
    'npm',
    ['view', 'thing', 'version', `--registry=http://127.0.0.1:${port}`, '--noproxy='],
    { env: { ...process.env, ...environment, NO_PROXY: '', no_proxy: '' }, timeout: 60_000 },
  )
  expect(stdout.trim()).toBe('1.2.3')
  expect(requests).toContain('/thing')
  expect(seen.bytes).toBeGreaterThan(20_000)
})

async function tunnelTo(port: number, { url, auth }: { url: URL; auth: string }) {
  const tunnel = request({
    host: url.hostname,
    port: url.port,
    method: 'CONNECT',
    path: `127.0.0.1:${port}`,
    headers: { 'proxy-authorization': `Basic ${Buffer.from(auth).toString('base64')}` },
  })
  tunnel.end()
  const [answer, socket, head] = (await once(tunnel, 'connect')) as [IncomingMessage, Socket, Buffer]
  return { status: answer.statusCode, socket, head }
}

test('encrypted traffic is counted too, and only clients with the password get through', async () => {
  const { url, seen } = await openProxy()
  const remote = createTcpServer((socket) => socket.end(Buffer.alloc(50_000)))
  remote.listen(0, '127.0.0.1')
  await once(remote, 'listening')
  onTestFinished(() => void remote.close())
  const { port } = remote.address() as AddressInfo
  const stranger = await tunnelTo(port, { url, auth: 'infra:guess' })
  expect(stranger.status).toBe(407)
  stranger.socket.destroy()
  expect(seen.bytes).toBe(0)
  const { status, socket, head } = await tunnelTo(port, { url, auth: `infra:${url.password}` })
  expect(status).toBe(200)
  expect(Buffer.concat([head, await buffer(socket)])).toHaveLength(50_000)
  expect(seen.bytes).toBe(50_000)
})
