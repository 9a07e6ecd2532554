import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { openSocket, readToEnd } from '../test/raw-http.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { fetchFile, openTestEndpoints, readNote, readOwn, writeNote } from '../test/test-endpoints.ts'
import { route } from './route.ts'

const takeName = endpoint({
  method: 'PUT',
  path: '/test/names/{name}',
  summary: 'Take a name that nobody else has.',
  caller: 'anyone',
  params: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
  refusals: [],
})

const present = endpoint({
  method: 'GET',
  path: '/test/presented',
  summary: 'Present a row.',
  caller: 'anyone',
  response: z.object({ name: z.string(), inner: z.array(z.object({ id: z.int() })) }),
  refusals: [],
})

const findWord = endpoint({
  method: 'GET',
  path: '/test/words/{place}',
  summary: 'Find a word.',
  caller: 'anyone',
  params: z.object({ place: z.enum(['first', 'last']) }),
  response: z.string().nullable(),
  refusals: [],
})

const writeOwn = endpoint({
  method: 'POST',
  path: '/test/own',
  summary: 'Write what is yours.',
  caller: 'account',
  body: z.strictObject({ name: z.string() }),
  bodyBytesMax: 1024,
  response: z.object({ name: z.string() }),
  refusals: [],
})

const fail = endpoint({
  method: 'POST',
  path: '/test/failures',
  summary: 'Fail.',
  caller: 'anyone',
  body: z.strictObject({ how: z.enum(['error', 'nothing', 'words', 'answer', 'undeclared', 'framework']) }),
  bodyBytesMax: 1024,
  response: z.object({ done: z.boolean() }),
  refusals: [],
})

const faults: Record<z.infer<typeof fail.body>['how'], () => never> = {
  error: () => {
    throw new Error('select * from secrets at /home/someone/app.ts')
  },
  nothing: () => {
    throw undefined
  },
  words: () => {
    throw 'select * from secrets'
  },
  answer: () => ({ done: 'select * from secrets' }) as never,
  undeclared: () => {
    throw new Refusal('name_taken', 'That is not for you.')
  },
  framework: () => {
    throw Object.assign(new Error('teapot'), { statusCode: 418, code: 'ETEAPOT' })
  },
}

function addTestRoutes(api: FastifyInstance, deps: Deps): void {
  openTestEndpoints(api, deps)
  route(api, deps, takeName, async ({ params: { name } }) => {
    await deps.db.execute(sql`insert into taken_names (name) values (${name})`)
    return { name }
  })
  route(api, deps, present, () => {
    const row = { name: 'fox', passwordHash: 'hush', inner: [{ id: 1, token: 'hush' }] }
    return row
  })
  route(api, deps, findWord, ({ params }) => (params.place === 'first' ? 'fox' : null))
  route(api, deps, writeOwn, ({ body }) => body)
  route(api, deps, fail, ({ body }) => faults[body.how]())
}

const { call, deps, logs, origin } = await startTestApi({ addRoutes: addTestRoutes })
await deps.db.execute(sql`create table taken_names (name text primary key)`)
const valid = { name: 'fox', count: 3, loud: true }

afterEach(async () => {
  expect(await call(writeNote, { body: valid })).toEqual(valid)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  readAnswer(fetch(`${origin}/api${path}`, { headers }))

test.for([['1'], ["' OR 1=1--"], ['x'.repeat(10_000)], ['🦊'], ['..%2f..'], ['%0d%0aset-cookie:a=b']])(
  '[C22] the impossible id %s is not found',
  async ([id]) => {
    expectRefusal(await get(`/test/notes/${encodeURIComponent(id!)}`), { status: 404, code: 'not_found' })
  },
)

test('[C23] a valid id that does not exist is not found', async () => {
  expectRefusal(await get(`/test/notes/${randomUUID()}`), { status: 404, code: 'not_found' })
  await expect(call(readNote, { params: { id: randomUUID() } })).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no such note.',
  })
})

test('[C31] a header or a query parameter cannot change the method', async () => {
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    expect(await get('/test/notes', { [name]: 'DELETE' })).toMatchObject({ status: 200 })
  }
  expect(await get('/test/notes?_method=DELETE')).toMatchObject({ status: 422 })
})

test('[C37] of 50 callers who take the same name at once, one gets it and the others a conflict', async () => {
  // Another one for each try.
  const name = `fox-${randomUUID()}`
  const take = async () => {
    for (;;) {
      const answer = await readAnswer(fetch(`${origin}/api/test/names/${name}`, { method: 'PUT' }))
      // On a machine whose disk stalls, no connection is free for a while, and the API asks its callers to retry.
      if (answer.status !== 503) return answer
      await sleep(100)
    }
  }
  const answers = await Promise.all(Array.from({ length: 50 }, take))

  const [taken, ...late] = answers.toSorted((a, b) => a.status - b.status)
  expect(taken).toMatchObject({ status: 200, body: JSON.stringify({ name }) })
  for (const answer of late) expectRefusal(answer, { status: 409, code: 'conflict' })
  expect((await deps.db.execute(sql`select * from taken_names`)).rows).toContainEqual({ name })
})

test.for(['error', 'nothing', 'words', 'answer', 'framework'] as const)(
  '[C40] a handler that fails by %s is an internal error, of which the caller learns only the request id',
  async (how) => {
    const answer = await readAnswer(
      fetch(`${origin}/api/test/failures`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ how }),
      }),
    )

    expectRefusal(answer, { status: 500, code: 'internal_error' })
    expect(answer.body).not.toMatch(/secrets|someone|teapot/)
    expect(logs).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'unexpected failure',
        reqId: answer.headers.get('x-request-id'),
      }),
    )
  },
)

test.for(['text/html', 'image/*', 'application/xml', ''])(
  '[C41] a caller who accepts "%s" gets the same JSON',
  async (accept) => {
    const answer = await get('/test/notes', { accept })
    expect(answer).toMatchObject({ status: 200, body: '{"limit":25}' })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expectRefusal(await get('/test/notes?limit=0', { accept }), { status: 422, code: 'validation_failed' })
  },
)

test('leaves out what the response schema does not name', async () => {
  expect(await get('/test/presented')).toMatchObject({
    status: 200,
    body: '{"name":"fox","inner":[{"id":1}]}',
  })
})

test('answers a string or null as JSON too', async () => {
  expect(await get('/test/words/first')).toMatchObject({ status: 200, body: '"fox"' })
  expect(await call(findWord, { params: { place: 'first' } })).toBe('fox')
  expect(await call(findWord, { params: { place: 'last' } })).toBeNull()
})

test('forbids caches to store the answers of endpoints', async () => {
  expect((await get('/test/notes')).headers.get('cache-control')).toBe('no-store')
})

test('an endpoint for accounts refuses callers who are not signed in', async () => {
  const answer = await get('/test/own')
  expectRefusal(answer, { status: 401, code: 'unauthenticated' })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="infra"')
  await expect(call(readOwn)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('refuses callers without a valid token before reading their body', async () => {
  const refusals = [
    ['', 'unauthenticated'],
    ['Authorization: Bearer x.y.z\r\n', 'invalid_token'],
  ] as const
  for (const [authorization, code] of refusals) {
    // Announces a body and sends none.
    const head = `POST /api/test/own HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization}`
    const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
    const answer = await readToEnd(await openSocket(origin, head + body))
    expectRefusal({ ...answer, body: /{.*}/s.exec(answer.body)?.[0] ?? '' }, { status: 401, code })
  }
})

test('a refusal that the endpoint does not declare is sent, and logged as an error', async () => {
  await expect(call(fail, { body: { how: 'undeclared' } })).rejects.toMatchObject({ code: 'name_taken' })
  expect(logs).toContainEqual(
    expect.objectContaining({
      level: 50,
      code: 'name_taken',
      msg: 'refusal is not declared by its endpoint',
    }),
  )
  const declared = logs.filter(({ code }) => code === 'not_found')
  expect(declared).toEqual([])
})

test('a media endpoint answers with its own content type, and refuses like any other', async () => {
  const file = await call(fetchFile, { params: { word: 'fox' } })
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(await file.text()).toBe('fox')
  await expect(call(fetchFile, { params: { word: 'none' } })).rejects.toMatchObject({ code: 'not_found' })
  expectRefusal(await get('/test/files/fox?what=1'), { status: 422, code: 'validation_failed' })
  expect(await get('/test/flags/events')).toMatchObject({ status: 200, body: 'data: up\n\n' })
})

test('HEAD returns the length of a file, and is not allowed for a stream of events', async () => {
  const head = (path: string) => readAnswer(fetch(`${origin}/api${path}`, { method: 'HEAD' }))
  const file = await head('/test/files/fox')
  expect(file).toMatchObject({ status: 200, body: '' })
  expect(file.headers.get('content-length')).toBe('3')
  const events = await head('/test/flags/events')
  expect(events.status).toBe(405)
  expect(events.headers.get('allow')).toBe('GET')
})
