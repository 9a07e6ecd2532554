import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { submitJob } from '@infra/protocol/jobs'
import { quoteJob } from '@infra/protocol/jobs/quote-job'
import type { ErrorCode } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { makeTestKey } from '../../test/api-key.ts'
import { cancelAll, rowOf } from '../../test/echo.ts'
import { drawing } from '../../test/inputs/sample-files.ts'
import { startNode } from '../../test/node.ts'
import { onFinished } from '../../test/on-finished.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { startTestApi } from '../../test/start-test-api.ts'

/** The address that the operator allows; 127.0.0.1 stands for the rest of a private network. */
const OPEN = '127.0.0.2'
const api = await startTestApi({ env: { FETCH_INPUTS: 'true', OUTBOUND_ALLOW: OPEN } })
const { deps } = api
api.clock.now = new Date()
const node = await startNode(api, { apps: [{ id: 'upscale', version: 1 }] })
const png = await drawing({ width: 40, height: 30 }).png().toBuffer()

let alice: Person
beforeEach(async () => {
  await cancelAll(deps)
  // Each test has rate windows of its own.
  api.clock.now = new Date(api.clock.now.getTime() + 60_000)
  alice = await signInSomeone(api)
})

const order = (image: string) => ({ body: { appId: 'upscale', input: { image } } })
const uploads = async () => Number((await rowOf(deps, sql`select count(*) from uploads`))!.count)

async function serve(
  listener: RequestListener,
  host = OPEN,
): Promise<{ url: string; requests: () => number }> {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    listener(request, response)
  }).listen(0, host)
  await once(server, 'listening')
  onFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, requests: () => requests }
}

const servePicture = () =>
  serve((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png))

test('fetches a picture that a job names by its URL and stores it as an upload', async () => {
  const seen: (string | undefined)[] = []
  const { url } = await serve((request, response) => {
    seen.push(request.headers['user-agent'], request.headers.authorization)
    response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  })
  const before = await uploads()
  const job = await alice.call(submitJob, order(`${url}/photo.png`))
  expect(job.inputFiles).toMatchObject([{ name: 'image', mime: 'image/png', width: 40, height: 30 }])
  expect(await uploads()).toBe(before + 1)
  // The job doesn't contain the URL, because it may hold a secret.
  expect(JSON.stringify(job)).not.toContain(url)
  expect(seen).toEqual([`Infra-Fetch/1 (+${deps.config.publicUrl.origin})`, undefined])
  const assigned = await node.claim()
  expect(assigned.files.image!.sha256).toBe(job.inputFiles[0]!.sha256)
})

test('fetches the file once for jobs with the same idempotency key', async () => {
  const { url, requests } = await servePicture()
  const headers = { 'idempotency-key': 'fetched-once' }
  const send = () => alice.call(submitJob, { headers, ...order(url) })
  const jobs = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
  expect(requests()).toBe(1)
})

test('/v1/apps and the price quote accept URLs too', async () => {
  const { url } = await servePicture()
  expect(await alice.call(quoteJob, order(url))).toMatchObject({ credits: expect.any(Number) })
  const { secret } = await makeTestKey(api, alice)
  const call = fetch(`${api.origin}/v1/apps/upscale`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ image: url }),
  })
  await node.finish(await node.claim())
  expect((await call).status).toBe(200)
})

test.for<[string, ErrorCode, RequestListener]>([
  ['text instead of a picture', 'type_mismatch', (_, response) => response.end('fox')],
  ['an empty response', 'empty_file', (_, response) => response.end()],
  ['a truncated picture', 'corrupt_file', (_, response) => response.end(png.subarray(0, 200))],
  [
    'an HTML page',
    'fetch_failed',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  ],
  [
    'a gzip bomb',
    'fetch_failed',
    (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
  ],
  ['an error response', 'fetch_failed', (_, response) => response.writeHead(404).end(png)],
  [
    'a redirect to this machine',
    'fetch_failed',
    (_, response) => response.writeHead(302, { location: `${api.origin}/healthz` }).end(),
  ],
])('refuses %s, names the field and stores nothing', async ([, code, listener]) => {
  const { url } = await serve(listener)
  const before = await uploads()
  await expect(alice.call(submitJob, order(`${url}/a.png`))).rejects.toMatchObject({
    code,
    errors: [{ pointer: '/input/image', message: 'can’t be used' }],
  })
  expect(await uploads()).toBe(before)
})

test('[finding S82] sends no request into a private network', async () => {
  const inside = await serve((_request, response) => response.end(png), '127.0.0.1')
  const { port } = new URL(inside.url)
  for (const url of [
    inside.url,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://[::1]:${port}/`,
  ])
    await expect(alice.call(submitJob, order(url))).rejects.toMatchObject({ code: 'url_refused' })
  expect(inside.requests()).toBe(0)
})

test('fetches nothing for a job that is refused for another field', async () => {
  const { url, requests } = await servePicture()
  const body = { appId: 'upscale', input: { image: url, colour: 'red' } }
  await expect(alice.call(submitJob, { body })).rejects.toMatchObject({ code: 'validation_failed' })
  expect(requests()).toBe(0)
})

/** Sends requests one after the other until one is rate limited. */
async function fetchUntilRefused(url: string, person: () => Promise<Person>): Promise<number> {
  for (let count = 0; ; count++) {
    const error = await (await person()).call(submitJob, order(url)).then(
      () => undefined,
      (refused) => refused,
    )
    if (error?.code === 'rate_limited') return count
  }
}

test('[finding S82] fetches at most 30 files per minute for one user', { timeout: 60_000 }, async () => {
  const { url, requests } = await serve((_request, response) => response.writeHead(404).end())
  expect(await fetchUntilRefused(url, async () => alice)).toBe(30)
  expect(requests()).toBe(30)
})

test('[finding S82] sends at most 120 requests per minute to one host, redirects and all users included', {
  timeout: 120_000,
}, async () => {
  const { url, requests } = await serve((request, response) =>
    request.url === '/end'
      ? response.writeHead(404).end()
      : response.writeHead(302, { location: request.url === '/' ? '/next' : '/end' }).end(),
  )
  const people = await Promise.all(Array.from({ length: 3 }, () => signInSomeone(api)))
  let turn = 0
  expect(await fetchUntilRefused(url, async () => people[turn++ % 3]!)).toBe(40)
  expect(requests()).toBe(120)
})

test('refuses URLs with fetch_off, naming FETCH_INPUTS, and sends no request when fetching is off', async () => {
  const off = await startTestApi({ env: { OUTBOUND_ALLOW: OPEN } })
  off.clock.now = new Date()
  await startNode(off, { apps: [{ id: 'upscale', version: 1 }] })
  const bob = await signInSomeone(off)
  const { url, requests } = await servePicture()
  for (const address of [url, 'https://example.org/a.png', 'https://10.0.0.1/'])
    await expect(bob.call(submitJob, order(address))).rejects.toMatchObject({
      code: 'fetch_off',
      message: expect.stringContaining('FETCH_INPUTS'),
      errors: [{ pointer: '/input/image', message: 'can’t be used' }],
    })
  expect(requests()).toBe(0)
})
