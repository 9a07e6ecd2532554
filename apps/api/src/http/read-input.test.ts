import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { sendRaw } from '../test/raw-http.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { listNotes, openTestEndpoints, readHeaded, readNamed, writeNote } from '../test/test-endpoints.ts'

const { call, origin } = await startTestApi({ addRoutes: openTestEndpoints })
const valid = { name: 'fox', count: 3, loud: true }

afterEach(async () => {
  expect(await call(writeNote, { body: valid })).toEqual(valid)
})

const post = (body: string) =>
  readAnswer(
    fetch(`${origin}/api/test/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  )
const get = (path: string) => readAnswer(fetch(`${origin}/api${path}`))

test('[C04] refuses an unknown field instead of dropping it', async () => {
  expectRefusal(await post(JSON.stringify({ ...valid, 'a/b~': 1 })), {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: '/a~1b~0', message: 'is not known here' }],
  })
})

test.for(['__proto__', 'constructor', 'toString'])('[C04] "%s" is an unknown field too', async (name) => {
  expectRefusal(await post(`{"name":"fox","count":3,"loud":true,"${name}":{"admin":true}}`), {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: `/${name}`, message: 'is not known here' }],
  })
})

test.for([
  ['count', '"5"'],
  ['name', '5'],
  ['name', '["x"]'],
  ['name', 'null'],
  ['loud', '"true"'],
  ['loud', '1'],
])('[C05] %s: %s has the wrong type, and is refused instead of converted', async ([field, json]) => {
  const problem = expectRefusal(await post(withField(field!, json!)), {
    status: 422,
    code: 'validation_failed',
  })
  expect(problem.errors).toEqual([{ pointer: `/${field}`, message: expect.any(String) }])
})

test.for(['[]', '"fox"', 'null', '7'])(
  '[C05] [finding X18] refuses the body %s, which is no object, with an empty pointer',
  async (body) => {
    const problem = expectRefusal(await post(body), { status: 422, code: 'validation_failed' })
    expect(problem.errors).toEqual([{ pointer: '', message: expect.any(String) }])
  },
)

test('[C07] of a key given twice, validates and keeps the last value', async () => {
  const kept = await post('{"name":"far too long to keep","name":"fox","count":3,"loud":true}')
  expect(kept).toMatchObject({ status: 201, body: JSON.stringify(valid) })

  expectRefusal(await post('{"name":"fox","name":"far too long to keep","count":3,"loud":true}'), {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: '/name', message: 'must have at most 10 characters' }],
  })
})

test.for([
  '{"name":"a\\u0000b","count":3,"loud":true}',
  '{"name":"\\ud800","count":3,"loud":true}',
  '{"name":"fox","count":3,"loud":true,"a\\u0000b":1}',
  '{"name":{"deep":["a\\u0000b"]},"count":3,"loud":true}',
])('[C08] refuses text that cannot be stored, wherever it is: %s', async (body) => {
  expectRefusal(await post(body), { status: 422, code: 'invalid_text' })
})

test('[C08] refuses a NUL in a query, and answers 404 to one in a path', async () => {
  expectRefusal(await get('/test/notes?word=a%00b'), { status: 422, code: 'invalid_text' })
  expect(await call(readNamed, { params: { name: 'ünï' } })).toEqual({ name: 'ünï' })
  expectRefusal(await get('/test/named/a%00b'), { status: 404, code: 'not_found' })
})

test.for(['2147483648', '9007199254740993', '1e400', '-0', '1.5', '"NaN"', '-6'])(
  '[C10] refuses %s in an integer field',
  async (json) => {
    const problem = expectRefusal(await post(withField('count', json)), {
      status: 422,
      code: 'validation_failed',
    })
    expect(problem.errors?.[0]?.pointer).toBe('/count')
  },
)

test.for(['', '0', '51', '-0', '1.0', '1e1', '0x1', '+1', ' 1', '1 ', '01', 'NaN', '9007199254740993'])(
  '[C10] refuses ?limit=%s, which is no valid integer',
  async (limit) => {
    const problem = expectRefusal(await get(`/test/notes?limit=${encodeURIComponent(limit)}`), {
      status: 422,
      code: 'validation_failed',
    })
    expect(problem.errors?.[0]?.pointer).toBe('?limit')
  },
)

test('[C10] accepts integers at their bounds', async () => {
  for (const count of [-5, 0, 2 ** 31 - 1]) {
    expect(await call(writeNote, { body: { ...valid, count } })).toMatchObject({ count })
  }
  expect(await call(listNotes, { query: { limit: 50 } })).toEqual({ limit: 50 })
  expect(await get('/test/notes')).toMatchObject({ status: 200, body: '{"limit":25}' })
})

test.for(['x', '🦊', 'é'])(
  '[C11] where ten characters are allowed, accepts "%s" ten times and refuses it eleven times',
  async (character) => {
    const longest = withField('name', JSON.stringify(character.repeat(10)))
    expect(await post(longest)).toMatchObject({ status: 201 })
    expectRefusal(await post(withField('name', JSON.stringify(character.repeat(11)))), {
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/name', message: 'must have at most 10 characters' }],
    })
  },
)

test.for([
  ['/test/notes?limit=1&limit=2', '?limit'],
  ['/test/notes?word=1&word=2&word=3', '?word'],
  ['/test/notes?a[]=1', '?a[]'],
  ['/test/notes?a[b]=1', '?a[b]'],
  ['/test/notes?__proto__=1', '?__proto__'],
  [`/test/notes/${randomUUID()}?a=1`, '?a'],
])('[C25] refuses %s as ambiguous or unknown', async ([path, pointer]) => {
  const problem = expectRefusal(await get(path!), { status: 422, code: 'validation_failed' })
  expect(problem.errors).toEqual([{ pointer, message: expect.any(String) }])
})

test('refuses a body sent to an endpoint without one', async () => {
  const answer = await readAnswer(
    fetch(`${origin}/api/test/flags`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  expectRefusal(answer, {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: '', message: 'must be empty' }],
  })
})

const headed = (headers: Record<string, string>) =>
  readAnswer(fetch(`${origin}/api/test/headed`, { headers }))

test('reads the headers that an endpoint declares, and ignores all others', async () => {
  const headers = { 'x-word': 'fox', 'idempotency-key': 'a_B-9' }
  expect(await call(readHeaded, { headers })).toEqual({ word: 'fox', key: 'a_B-9' })
  expect(await headed({ 'X-Word': 'fox', 'x-other': 'x'.repeat(100) })).toMatchObject({
    status: 200,
    body: '{"word":"fox","key":null}',
  })
})

test.for([
  ['a missing header', {}, '/x-word'],
  ['a header value that is too short', { 'x-word': 'f' }, '/x-word'],
  ['a key of 65 characters', { 'x-word': 'fox', 'idempotency-key': 'x'.repeat(65) }, '/idempotency-key'],
  ['an empty key', { 'x-word': 'fox', 'idempotency-key': '' }, '/idempotency-key'],
  ['a key with a space', { 'x-word': 'fox', 'idempotency-key': 'a b' }, '/idempotency-key'],
] as const)(
  '[J22] %s is refused with the same pointer by the client and by the API',
  async ([, headers, pointer]) => {
    const errors = [{ pointer, message: expect.any(String) }]
    expectRefusal(await headed(headers), { status: 422, code: 'validation_failed', errors })
    await expect(call(readHeaded, { headers: headers as never })).rejects.toMatchObject({
      code: 'validation_failed',
      errors,
    })
  },
)

test('refuses a header that is given twice', async () => {
  const answer = await sendRaw(
    origin,
    'GET /api/test/headed HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Word: fox\r\nX-Word: a long cat\r\n\r\n',
  )
  expectRefusal(
    { ...answer, body: /{.*}/s.exec(answer.body)![0] },
    { status: 422, code: 'validation_failed' },
  )
})

function withField(field: string, json: string): string {
  const fields = { name: '"fox"', count: '3', loud: 'true', [field]: json }
  return `{${Object.entries(fields).map(([name, value]) => `"${name}":${value}`)}}`
}
