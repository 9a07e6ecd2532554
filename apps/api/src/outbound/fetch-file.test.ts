import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { onFinished } from '../test/on-finished.ts'
import { countConnections } from '../test/servers/count-connections.ts'
import type { FileFetch } from './fetch-file.ts'
import { openOutbound } from './open-outbound.ts'

/** The address that the operator allows. 127.0.0.1 stands for a private network. */
const OPEN = '127.0.0.2'
const MB = 1024 * 1024

const outbound = openOutbound({ allow: [OPEN] })
const fetchFrom = (url: string, change: Partial<FileFetch> = {}, at = outbound) =>
  at.fetchFile({
    url,
    owner: 'alice',
    bytesMax: 8 * MB,
    userAgent: 'a test',
    admit: async () => {},
    ...change,
  })
const NO_FILE = { failure: 'fetch_failed', message: 'The address brings no file.' }

test('fetches a file unchanged, without cookies, referrer or compression in the request', async () => {
  const seen: unknown[] = []
  const url = await serve((request, response) => {
    const { host: _, ...headers } = request.headers
    seen.push([request.method, request.url, headers])
    response.writeHead(200, { 'content-type': 'image/png' }).end('a picture')
  })
  expect(await fetchFrom(`${url}/a.png?b=c#d`)).toEqual({ bytes: Buffer.from('a picture') })
  expect(seen).toEqual([
    [
      'GET',
      '/a.png?b=c',
      {
        accept: 'image/*, audio/*',
        'accept-encoding': 'identity',
        'user-agent': 'a test',
        connection: 'close',
      },
    ],
  ])
})

test.for([
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'http://localhost:PORT/',
  'https://localhost:PORT/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://user:word@example.org/',
  'http://example.org/',
  'ftp://example.org/a.png',
  'file:///etc/passwd',
])('[finding S82] refuses %s without opening a connection', async (given) => {
  const inside = await countConnections()
  const result = await fetchFrom(given.replace('PORT', String(inside.port)))
  expect(result).toMatchObject({ failure: 'url_refused' })
  expect(inside.connections()).toBe(0)
})

test('refuses ports other than those of HTTPS on the internet', async () => {
  const named = openOutbound({ allow: [], resolve: async () => ['192.0.43.8'] })
  for (const port of [22, 25, 80, 3000, 8080, 65535])
    expect(await fetchFrom(`https://example.org:${port}/`, {}, named)).toMatchObject({
      failure: 'url_refused',
    })
})

test('[finding S82] refuses a name of a private address with the same error as an unknown name', async () => {
  const inside = await countConnections()
  const url = `https://secret.example:${inside.port}/`
  const results = [['127.0.0.1'], ['10.0.0.1', '::1'], []].map((addresses) =>
    fetchFrom(url, {}, openOutbound({ allow: [OPEN], resolve: async () => addresses })),
  )
  for (const result of await Promise.all(results))
    expect(result).toEqual({ failure: 'url_refused', message: 'No host on the internet has this name.' })
  expect(inside.connections()).toBe(0)
})

test.for([301, 302, 303, 307, 308])(
  '[finding S82] refuses a redirect (%i) into a private network, by address and by name',
  async (status) => {
    const inside = await countConnections()
    const places = [
      'http://127.0.0.1:PORT/',
      'https://127.0.0.1:PORT/',
      'https://inside.example:PORT/',
      '//127.1:PORT/',
    ]
    for (const place of places) {
      const location = place.replace('PORT', String(inside.port))
      const url = await serve((_request, response) => response.writeHead(status, { location }).end())
      const at = openOutbound({ allow: [OPEN], resolve: async () => ['127.0.0.1'] })
      expect(await fetchFrom(url, {}, at)).toEqual(NO_FILE)
    }
    expect(inside.connections()).toBe(0)
  },
)

test('[finding S82] resolves a name once per request and connects to the address that it checked', async () => {
  const inside = await countConnections('127.0.0.1')
  const open = await countConnections(OPEN, inside.port)
  const answers = [[OPEN], ['127.0.0.1'], ['127.0.0.1']]
  const at = openOutbound({ allow: [OPEN], resolve: async () => answers.shift() ?? [] })
  await fetchFrom(`https://rebinding.example:${inside.port}/`, {}, at)
  expect(answers).toHaveLength(2)
  const location = `https://rebinding.example:${inside.port}/`
  const redirecting = await serve((_request, response) => response.writeHead(302, { location }).end())
  expect(await fetchFrom(redirecting, {}, at)).toEqual(NO_FILE)
  expect(answers).toHaveLength(1)
  expect([open.connections(), inside.connections()]).toEqual([1, 0])
})

test('follows three redirects but not a fourth', async () => {
  let requests = 0
  const url = await serve((request, response) => {
    requests++
    const left = Number(request.url!.slice(1))
    if (left === 0) response.writeHead(200).end('there')
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  })
  expect(await fetchFrom(`${url}/3`)).toEqual({ bytes: Buffer.from('there') })
  requests = 0
  expect(await fetchFrom(`${url}/4`)).toMatchObject({ failure: 'fetch_failed' })
  expect(requests).toBe(4)
})

/** Allowance for what the sockets buffer in addition to what is read. */
const SOCKET_BYTES = 24 * MB
const PART_BYTES = 64 * 1024

test('[finding S82] stops reading an endless body at 8 MB, and one with a longer content length at once', async () => {
  let sent = 0
  const endless = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const more = () => {
      do sent += PART_BYTES
      while (!response.destroyed && response.write(Buffer.alloc(PART_BYTES)))
    }
    response.on('drain', more)
    more()
  })
  expect(await fetchFrom(endless)).toEqual(NO_FILE)
  expect(sent).toBeLessThan(8 * MB + SOCKET_BYTES)
  const announced = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 8 * MB + 1 }).write('x')
  })
  expect(await fetchFrom(announced)).toEqual(NO_FILE)
  const whole = await serve((_request, response) => response.writeHead(200).end(Buffer.alloc(8 * MB)))
  expect((await fetchFrom(whole)) as { bytes: Buffer }).toMatchObject({ bytes: { length: 8 * MB } })
})

test('[finding S82] gives up on a silent or very slow host when the time is up', async () => {
  const silent = await serve(() => {})
  const slow = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const timer = setInterval(() => response.write('x'), 5)
    response.on('close', () => clearInterval(timer))
  })
  const stalled = await new Promise<string>((resolve) => {
    const server = createTcpServer(() => {}).listen(0, OPEN, () =>
      resolve(`https://${OPEN}:${(server.address() as AddressInfo).port}`),
    )
    onFinished(async () => void server.close())
  })
  for (const url of [silent, slow, stalled]) expect(await fetchFrom(url, { timeoutMs: 100 })).toEqual(NO_FILE)
  const slowName = openOutbound({ allow: [OPEN], resolve: () => new Promise(() => {}) })
  expect(await fetchFrom('https://slow.example/', { timeoutMs: 50 }, slowName)).toMatchObject({
    failure: 'fetch_failed',
    message: 'The file did not come within 10 seconds.',
  })
})

test('[finding S82] does not decompress a file, and refuses pages and other types', async () => {
  let sent = 0
  const bomb = gzipSync(Buffer.alloc(64 * MB))
  const types = {
    '/bomb': { 'content-type': 'image/png', 'content-encoding': 'gzip' },
    '/page': { 'content-type': 'text/html; charset=utf-8' },
    '/data': { 'content-type': 'application/json' },
    '/gzip': { 'content-type': 'application/octet-stream' },
  }
  const url = await serve((request, response) => {
    sent++
    response.writeHead(200, types[request.url as keyof typeof types]).end(bomb)
  })
  for (const path of ['/bomb', '/page', '/data']) expect(await fetchFrom(url + path)).toEqual(NO_FILE)
  // With a neutral type it's fetched at its compressed size, and the inspector refuses it.
  expect(await fetchFrom(`${url}/gzip`)).toEqual({ bytes: bomb })
  expect(sent).toBe(4)
})

test('[finding S82] gives the same error whatever answers at a host that the operator allows', async () => {
  const url = await serve((request, response) => response.writeHead(Number(request.url!.slice(1))).end())
  for (const status of [204, 206, 302, 304, 401, 403, 404, 500])
    expect(await fetchFrom(`${url}/${status}`)).toEqual(NO_FILE)
  const { port } = await countConnections(OPEN)
  expect(await fetchFrom(`http://${OPEN}:${port}/`)).toEqual(NO_FILE)
  expect(await fetchFrom(`https://${OPEN}:1025/`)).toEqual(NO_FILE)
})

const BUSY = { failure: 'rate_limited', message: 'Too many files are being fetched. Try again in a moment.' }

test('counts every host before requesting it, and sends no request beyond the limit', async () => {
  const requested: string[] = []
  let requests = 0
  const url = await serve((_request, response) => {
    requests++
    response.writeHead(302, { location: '/next' }).end()
  })
  const admit = async (network: string) => {
    requested.push(network)
    if (requested.length > 2) throw new Error('too many')
  }
  await expect(fetchFrom(url, { admit })).rejects.toThrow('too many')
  expect(requested).toEqual([OPEN, OPEN, OPEN])
  expect(requests).toBe(2)
})

test('[finding S82] fetches at most two files at once for one user, and sixteen in total', async () => {
  const waiting: (() => void)[] = []
  const url = await serve((_request, response) => {
    waiting.push(() => response.writeHead(200).end('file'))
  })
  const at = openOutbound({ allow: [OPEN] })
  const people = Array.from({ length: 8 }, (_, index) => `person ${index}`)
  const fetches = people.flatMap((owner) => [fetchFrom(url, { owner }, at), fetchFrom(url, { owner }, at)])
  expect(await fetchFrom(url, { owner: 'person 0' }, at)).toEqual(BUSY)
  expect(await fetchFrom(url, { owner: 'somebody' }, at)).toEqual(BUSY)
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(16)
  for (const answer of waiting.splice(0)) answer()
  for (const fetched of await Promise.all(fetches)) expect(fetched).toEqual({ bytes: Buffer.from('file') })
  const again = fetchFrom(url, { owner: 'person 0' }, at)
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(1)
  waiting[0]!()
  expect(await again).toEqual({ bytes: Buffer.from('file') })
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, OPEN)
  await once(server, 'listening')
  onFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://${OPEN}:${(server.address() as AddressInfo).port}`
}
