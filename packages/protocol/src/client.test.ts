import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ClientOptions, createClient } from './client.ts'
import { endpoint } from './endpoint.ts'
import { Refusal } from './refusal.ts'
import { integerText } from './values/integer.ts'
import { IsoDate } from './values/iso-date.ts'
import { text } from './values/text.ts'

const readPage = endpoint({
  method: 'GET',
  path: '/books/{id}/pages/{number}',
  summary: 'Read a page.',
  caller: 'anyone',
  params: z.object({ id: z.uuid(), number: z.string() }),
  query: z.strictObject({ limit: integerText({ min: 1, max: 9 }).optional(), since: IsoDate.optional() }),
  response: z.object({ readAt: IsoDate }),
  refusals: [],
})
const writePage = endpoint({
  method: 'POST',
  path: '/pages',
  summary: 'Write a page.',
  caller: 'anyone',
  body: z.strictObject({ title: text({ min: 2, max: 5 }) }),
  bodyBytesMax: 1024,
  response: null,
  refusals: [],
})

const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const page = { params: { id, number: 'a/b?' } }
const problem = {
  type: '/problems/rate-limited',
  title: 'Too many requests',
  status: 429,
  code: 'rate_limited',
  detail: 'Slower, please.',
  instance: 'urn:request:abc-1',
}

/** A client on a network that always gives the same response, and the requests that it received. */
function clientOn(answer: () => Response | Promise<Response>, options: Pick<ClientOptions, 'headers'> = {}) {
  const asked: { url: string; init: RequestInit }[] = []
  const call = createClient({
    prefix: 'https://infra.example/api',
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init })
      return answer()
    },
    ...options,
  })
  return { call, asked }
}

test('a call can use its own fetch, and headers can depend on the endpoint', async () => {
  const { call, asked } = clientOn(() => new Response(null, { status: 204 }), {
    headers: ({ path }) => ({ 'x-path': path }),
  })
  const sent: Headers[] = []
  const send: typeof fetch = async (_, init) => {
    sent.push(new Headers(init?.headers))
    return new Response(null, { status: 204 })
  }
  await call(writePage, { body: { title: 'One' } }, { fetch: send })
  expect(asked).toEqual([])
  expect(sent.map((headers) => headers.get('x-path'))).toEqual(['/pages'])
})

test('encodes a call as a request and decodes the response', async () => {
  const { call, asked } = clientOn(() => Response.json({ readAt: '2026-01-02T03:04:05.000Z' }))

  const answer = await call(readPage, { ...page, query: { limit: 3, since: new Date(0) } })

  expect(answer).toEqual({ readAt: new Date('2026-01-02T03:04:05Z') })
  expect(asked[0]).toMatchObject({
    url: `https://infra.example/api/books/${id}/pages/a%2Fb%3F?limit=3&since=1970-01-01T00%3A00%3A00.000Z`,
    init: { method: 'GET', body: undefined },
  })
})

test('sends the body as JSON and gets fresh headers for each request', async () => {
  let asks = 0
  const { call, asked } = clientOn(() => new Response(null, { status: 204 }), {
    headers: () => ({ authorization: `Bearer ${++asks}` }),
  })

  expect(await call(writePage, { body: { title: '  fox ' } })).toBeUndefined()
  await call(writePage, { body: { title: 'fox' } })

  expect(asked.map(({ init }) => init.body)).toEqual(['{"title":"fox"}', '{"title":"fox"}'])
  const headers = asked.map(({ init }) => Object.fromEntries(init.headers as Headers))
  expect(headers).toEqual([
    { authorization: 'Bearer 1', 'content-type': 'application/json' },
    { authorization: 'Bearer 2', 'content-type': 'application/json' },
  ])
})

test('refuses malformed input before sending it', async () => {
  const { call, asked } = clientOn(() => Response.json({}))
  await expect(call(writePage, { body: { title: 'x' } })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/title', message: 'must have at least 2 characters' }],
  })
  await expect(call(readPage, { ...page, query: { limit: 10 } })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '?limit', message: expect.any(String) }],
  })
  await expect(call(readPage, { params: { id: 'nonsense', number: '1' }, query: {} })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'not_found',
  })
  expect(asked).toEqual([])
})

test('a refusal keeps its code, message, field errors, request id and retry time', async () => {
  const errors = [{ pointer: '/title', message: 'is taken' }]
  const { call } = clientOn(() =>
    Response.json({ ...problem, errors }, { status: 429, headers: { 'retry-after': '7' } }),
  )

  const refusal = await call(writePage, { body: { title: 'fox' } }).catch((error) => error)

  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    code: 'rate_limited',
    message: 'Slower, please.',
    errors,
    requestId: 'abc-1',
    retryAfterSeconds: 7,
  })
})

test('a refusal without field errors or a valid retry time has none', async () => {
  const { call } = clientOn(() =>
    Response.json(problem, { status: 429, headers: { 'retry-after': 'tomorrow' } }),
  )
  await expect(call(writePage, { body: { title: 'fox' } })).rejects.toMatchObject({
    errors: [],
    retryAfterSeconds: undefined,
  })
})

test.for([
  [502, 'dependency_unavailable'],
  [503, 'dependency_unavailable'],
  [401, 'unauthenticated'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [400, 'malformed_request'],
] as const)("turns a balancer's own %s page into the refusal %s", async ([status, code]) => {
  const { call } = clientOn(
    () =>
      new Response('<h1>Oh no</h1>', { status, headers: { 'retry-after': '3', 'x-request-id': 'abc-2' } }),
  )
  await expect(call(writePage, { body: { title: 'fox' } })).rejects.toMatchObject({
    name: 'Refusal',
    code,
    message: `The network answered ${status}.`,
    retryAfterSeconds: 3,
    requestId: 'abc-2',
  })
})

test('replaces an unknown code by one that fits the status', async () => {
  const { call } = clientOn(() => Response.json({ ...problem, code: 'from_the_future' }, { status: 404 }))
  await expect(call(writePage, { body: { title: 'fox' } })).rejects.toMatchObject({ code: 'not_found' })
})

test.for([
  ['a network that fails', () => Promise.reject(new TypeError('fetch failed'))],
  ['a success that is a page of a captive portal', () => new Response('<h1>Welcome</h1>')],
  ['an answer that breaks off', () => new Response(brokenStream())],
] as const)('%s is refused as an unavailable dependency', async ([, answer]) => {
  const { call } = clientOn(answer)
  await expect(call(readPage, { ...page, query: {} })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'dependency_unavailable',
    cause: expect.any(Error),
  })
})

test("rethrows the caller's own abort reason", async () => {
  const reason = new Error('left the page')
  const call = createClient({ prefix: 'http://127.0.0.1:9' })
  const aborted = call(readPage, { ...page, query: {} }, { signal: AbortSignal.abort(reason) })
  await expect(aborted).rejects.toBe(reason)
  const plain = call(readPage, { ...page, query: {} }, { signal: AbortSignal.abort() })
  await expect(plain).rejects.toMatchObject({ name: 'AbortError' })
})

function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"readAt":'))
      controller.error(new TypeError('terminated'))
    },
  })
}
