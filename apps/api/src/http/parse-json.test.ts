import { afterEach, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { openTestEndpoints, writeNote } from '../test/test-endpoints.ts'

const { call, origin } = await startTestApi({ addRoutes: openTestEndpoints })
const valid = { name: 'fox', count: 3, loud: true }

afterEach(async () => {
  expect(await call(writeNote, { body: valid })).toEqual(valid)
})

const post = (body: BodyInit) =>
  readAnswer(
    fetch(`${origin}/api/test/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  )

test('[C01] refuses an empty body where one is required, with and without a content type', async () => {
  const nothing = { status: 400, code: 'malformed_json' } as const
  expectRefusal(await post(''), nothing)
  expectRefusal(await post(' \n'), nothing)
  expectRefusal(await readAnswer(fetch(`${origin}/api/test/notes`, { method: 'POST' })), nothing)
})

test.for([
  '{',
  '{"a":}',
  '{"name":"fox","count":3,"loud":true,}',
  "{'name':'fox'}",
  '{"name":"fox"} {}',
  '{"name":NaN}',
  '\ufeff',
])('[C02] refuses %s as malformed JSON', async (body) => {
  expectRefusal(await post(body), { status: 400, code: 'malformed_json' })
})

test('[C02] refuses bytes that are not UTF-8 instead of replacing them', async () => {
  const bytes = Buffer.from('{"name":"f\xffx","count":3,"loud":true}', 'latin1')
  expectRefusal(await post(bytes), { status: 400, code: 'malformed_json' })
})

test('refuses a body nested 33 levels deep, reads one with 32, and does not count brackets in text', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const problem = expectRefusal(await post(nested(33)), { status: 400, code: 'malformed_json' })
  expect(problem.detail).toBe('The body nests deeper than 32 levels.')
  expectRefusal(await post(nested(32)), { status: 422, code: 'validation_failed' })
  expectRefusal(await post(JSON.stringify({ name: `\\"${'['.repeat(50)}` })), {
    status: 422,
    code: 'validation_failed',
  })
})

test('refuses a body of more than 64 kB', async () => {
  expectRefusal(await post(JSON.stringify({ name: 'x'.repeat(64 * 1024) })), {
    status: 413,
    code: 'payload_too_large',
  })
})
