import { type KeyScope, keyScopes } from '@infra/protocol/values/api-key'
import { sql } from 'drizzle-orm'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { eventually } from '../test/eventually.ts'
import { signInSomeone } from '../test/person.ts'
import { readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi({ env: { APPS_OFF: 'upscale' } })
api.clock.now = new Date()
const alice = await signInSomeone(api)
const { operations } = await readDocument(api, '/v1')

/** The scope that each endpoint needs. A new endpoint must be added here. */
const scopeOf: Record<string, KeyScope | 'any'> = {
  'GET /models': 'any',
  'GET /models/{id}': 'any',
  'POST /apps/{app}': 'order',
  'POST /audio/speech': 'order',
  'POST /audio/transcriptions': 'order',
  'POST /chat/completions': 'order',
  'POST /completions': 'order',
  'POST /images/edits': 'order',
  'POST /images/generations': 'order',
}

const send = (name: string, secret?: string) => {
  const [method, path] = name.split(' ')
  return fetch(`${api.origin}/v1${path!.replace(/\{\w+\}/, 'speak')}`, {
    method: method!,
    headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
    ...(method === 'POST' && { body: '{}' }),
  })
}

test('every endpoint of /v1 has its scope listed in this test', () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(scopeOf))
})

test.for(keyScopes)(
  'refuses a key with only the scope "%s" in OpenAI’s format at endpoints that need another',
  async (scope) => {
    const { secret } = await makeTestKey(api, alice, { scopes: [scope] })
    for (const [name, needed] of Object.entries(scopeOf)) {
      const answer = await send(name, secret)
      if (needed === scope || needed === 'any') {
        expect({ name, isRefused: [401, 403].includes(answer.status) }).toEqual({ name, isRefused: false })
        continue
      }
      expect({ name, status: answer.status, ...(await answer.json()) }).toEqual({
        name,
        status: 403,
        error: {
          message: expect.any(String),
          type: 'invalid_request_error',
          param: null,
          code: 'scope_missing',
        },
      })
      expect(answer.headers.get('x-should-retry')).toBe('false')
    }
  },
)

test('every endpoint of /v1 refuses calls without a key', async () => {
  for (const name of Object.keys(scopeOf))
    expect({ name, status: (await send(name)).status, ...(await (await send(name)).json()) }).toMatchObject({
      name,
      status: 401,
      error: { code: 'invalid_api_key' },
    })
})

test('does not list an app that is switched off as a model', async () => {
  const { secret } = await makeTestKey(api, alice)
  const client = new OpenAI({ apiKey: secret, baseURL: `${api.origin}/v1`, maxRetries: 0 })
  const ids = (await client.models.list()).data.map(({ id }) => id)
  expect(ids).toContain('speak')
  expect(ids).not.toContain('upscale')
  await expect(client.models.retrieve('upscale')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  })
})

test('a rate-limited caller gets the rate limit headers', async () => {
  const bob = await signInSomeone(api)
  const { secret, registered } = await makeTestKey(api, bob)
  const startsAt = new Date(Math.floor(api.clock.now.getTime() / 60_000) * 60_000)
  await api.deps.db.execute(sql`insert into rate_windows (key, starts_at, count)
    values (${`POST /audio/speech ${bob.address.toLowerCase()}`}, ${startsAt.toISOString()}, 1200)`)
  await eventually(async () => {
    const answer = await send('POST /audio/speech', secret)
    expect(answer.status).toBe(429)
    const seconds = answer.headers.get('retry-after')
    expect(answer.headers.get('ratelimit')).toBe(`"orders";r=0;t=${seconds}`)
    expect(answer.headers.get('ratelimit-policy')).toBe(
      `"orders";q=1200;w=60,"open";q=${registered.openMax};qu="concurrent-requests"`,
    )
  })
})
