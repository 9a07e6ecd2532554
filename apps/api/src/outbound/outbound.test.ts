import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { onFinished } from '../test/on-finished.ts'
import { countConnections } from '../test/servers/count-connections.ts'
import { openOutbound } from './open-outbound.ts'
import { retryAfterMs } from './retry-after.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']

test('posts the body and headers as given and returns status, Retry-After and the first 4 kB of the answer', async () => {
  const seen: { method: string | undefined; header: unknown; body: string }[] = []
  const { port } = await startReceiver(async (request, response) => {
    const body = (await buffer(request)).toString()
    seen.push({ method: request.method, header: request.headers['x-mark'], body })
    response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(100_000))
  })

  const answer = await openOutbound({ allow: LOOPBACK }).post({
    ...POST,
    url: `http://127.0.0.1:${port}/hook`,
    headers: { 'x-mark': 'one' },
  })

  expect(seen).toEqual([{ method: 'POST', header: 'one', body: 'hello' }])
  expect(answer).toEqual({ status: 503, retryAfterMs: 7_000, answer: Buffer.from('x'.repeat(4_096)) })
})

test.each([
  // Loopback addresses in every spelling.
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://0x7f.1:PORT/',
  'https://2130706433:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://①②⑦.0.0.1:PORT/',
  'https://0.0.0.0:PORT/',
  'https://[::1]:PORT/',
  'https://[::]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[64:ff9b::7f00:1]:PORT/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[2001:0:7f00:1::]:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST.:PORT/',
  'https://any.localhost:PORT/',
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  // Other addresses that must not be called.
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://169.254.169.254/',
  'https://172.31.255.255/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://192.168.1.1/',
  'https://198.19.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  // Other faults.
  'https://user:word@example.org/',
  'https://example.org:22/',
  'https://example.org:80/',
  'http://example.org:8080/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'example.org',
])('refuses %s without opening a connection', async (given) => {
  const listener = await countConnections()
  const outbound = openOutbound({ allow: [] })

  const result = await outbound.post({ ...POST, url: given.replace('PORT', String(listener.port)) })

  expect(result).toMatchObject({ failure: 'url_refused' })
  expect(listener.connections()).toBe(0)
})

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]', 'example.org'])(
  'accepts %s as a host on the internet',
  (host) => {
    expect(openOutbound({ allow: [] }).whyRefused(`https://${host}:8443/hook`)).toBeUndefined()
  },
)

test.each(['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
  'refuses a name that resolves to %s',
  async (address) => {
    const listener = await countConnections()
    const outbound = openOutbound({ allow: [], resolve: async () => [address] })

    const result = await outbound.post({ ...POST, url: `https://refused.example:${listener.port}/` })

    expect(result).toMatchObject({ failure: 'url_refused' })
    expect(listener.connections()).toBe(0)
  },
)

test('connects only to the allowed ones of several addresses', async () => {
  const refused = await countConnections('127.0.0.1')
  const outbound = openOutbound({ allow: ['127.0.0.2'], resolve: async () => ['127.0.0.1', '127.0.0.2'] })

  const result = await outbound.post({ ...POST, url: `https://both.example:${refused.port}/` })

  expect(result).toMatchObject({ failure: 'unreachable' })
  expect(refused.connections()).toBe(0)
})

test('resolves a name once and connects to the address that it checked', async () => {
  const refused = await countConnections('127.0.0.1')
  const open = await countConnections('127.0.0.2', refused.port)
  const answers = [['127.0.0.2'], ['127.0.0.1']]
  let requests = 0
  const outbound = openOutbound({ allow: ['127.0.0.2'], resolve: async () => answers[requests++] ?? [] })

  await outbound.post({ ...POST, url: `https://rebinding.example:${refused.port}/` })

  expect(requests).toBe(1)
  expect(open.connections()).toBe(1)
  expect(refused.connections()).toBe(0)
})

test.each([301, 302, 303, 307, 308])(
  'treats a redirect (%i) as a failure and does not follow it',
  async (status) => {
    let requests = 0
    const { port } = await startReceiver((_request, response) => {
      requests++
      response.writeHead(status, { location: '/elsewhere' }).end()
    })

    const result = await openOutbound({ allow: LOOPBACK }).post({ ...POST, url: `http://localhost:${port}/` })

    expect(result).toMatchObject({ failure: 'redirected' })
    expect(requests).toBe(1)
  },
)

test('tells a timeout, a broken connection, an unknown name and an abort apart', async () => {
  const silent = await startReceiver(() => {})
  const rude = await startReceiver((request) => request.socket.destroy())
  const quick = openOutbound({ allow: LOOPBACK, timeoutMs: 50 })
  const outbound = openOutbound({ allow: LOOPBACK, resolve: async () => [] })
  const closing = AbortSignal.abort()

  expect(await quick.post({ ...POST, url: `http://127.0.0.1:${silent.port}/` })).toMatchObject({
    failure: 'timed_out',
  })
  expect(await outbound.post({ ...POST, url: `http://127.0.0.1:${rude.port}/` })).toMatchObject({
    failure: 'unreachable',
  })
  expect(await outbound.post({ ...POST, url: 'https://nobody.example/' })).toMatchObject({
    failure: 'name_unknown',
  })
  expect(
    await outbound.post({ ...POST, url: `http://127.0.0.1:${silent.port}/`, signal: closing }),
  ).toMatchObject({ failure: 'aborted' })
})

test('a silent name server does not delay a request beyond its timeout', async () => {
  const outbound = openOutbound({ allow: [], timeoutMs: 50, resolve: () => new Promise(() => {}) })

  expect(await outbound.post({ ...POST, url: 'https://slow.example/' })).toMatchObject({
    failure: 'timed_out',
  })
})

test('judges an answer that breaks off by its status', async () => {
  const { port } = await startReceiver((request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('on and on', () => request.socket.destroySoon())
  })

  const result = await openOutbound({ allow: LOOPBACK }).post({
    ...POST,
    url: `http://127.0.0.1:${port}/`,
  })

  expect(result).toMatchObject({ status: 200, answer: Buffer.from('on and on') })
})

test.each([
  ['3', 3_000],
  ['99999999', 86_400_000],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
  ['Thu, 01 Jan 2020 00:00:05 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('parses Retry-After: %s', (header, ms) => {
  expect(retryAfterMs(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(ms)
})

const POST = { headers: {}, body: Buffer.from('hello') }

async function startReceiver(listener: RequestListener): Promise<{ port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port }
}
