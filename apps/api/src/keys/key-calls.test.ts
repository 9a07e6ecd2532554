import { createKey, revokeKey } from '@infra/protocol/api-keys'
import { getCredits } from '@infra/protocol/credits'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { keyScopes, makeApiKey } from '@infra/protocol/values/api-key'
import { expect, test } from 'vitest'
import { callWithKey, makeTestKey, newKey } from '../test/api-key.ts'
import { echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { readEvents } from '../test/read-events.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } })
const { clock, logs, origin } = api
clock.now = new Date()
const alice = await signInSomeone(api)
await startNode(api)

const send = (path: string, init: RequestInit = {}) => fetch(`${origin}/api${path}`, init)
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

test('refuses a key in a URL and writes no key to the log', async () => {
  const { secret } = await makeTestKey(api, alice)
  for (const path of [`/job?key=${secret}`, `/job/${secret}`, `/user/me/credits?x=1&token=${secret}`]) {
    const answer = await send(path, { headers: { authorization: `Bearer ${secret}` } })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'malformed_request'])
  }
  await send(`/nothing/${secret}`)
  await eventually(() => expect(JSON.stringify(logs)).toContain('/nothing/infra_sk_…'))
  expect(JSON.stringify(logs)).not.toContain(secret)
})

test('limits how many unknown keys a network can try, but not calls with a valid key', async () => {
  const { secret } = await makeTestKey(api, alice)
  const tryKey = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': '198.51.100.7' }
    return codeOf(await send('/user/me/credits', { headers }))
  }
  const codes = new Set<string>()
  for (let count = 0; count < 60; count++) codes.add(await tryKey(makeApiKey()))
  expect(codes).toEqual(new Set(['invalid_token']))
  expect(await tryKey(makeApiKey())).toBe('rate_limited')
  expect(await tryKey(secret)).toBeUndefined()
})

test('CORS allows pages of other origins the calls that keys can make, and no others', async () => {
  const ask = (path: string, method: string) =>
    send(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-stainless-lang',
      },
    })
  const open = await ask('/job', 'POST')
  expect(open.status).toBe(204)
  expect(open.headers.get('access-control-allow-origin')).toBe('*')
  expect(open.headers.get('access-control-allow-methods')).toBe('GET, POST')
  expect(open.headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-stainless-lang')
  for (const [path, method] of [
    ['/user/me/key', 'POST'],
    ['/user/me', 'DELETE'],
    ['/chat', 'POST'],
  ] as const) {
    expect((await ask(path, method)).headers.get('access-control-allow-origin'), path).toBeNull()
  }
  const { secret } = await makeTestKey(api, alice)
  const headers = { origin: 'https://elsewhere.example', authorization: `Bearer ${secret}` }
  for (const [path, allowed] of [
    ['/user/me/credits', '*'],
    ['/user/me', null],
  ] as const) {
    expect((await send(path, { headers })).headers.get('access-control-allow-origin'), path).toBe(allowed)
  }
})

test('a key with all scopes still cannot create keys', async () => {
  const { call } = await makeTestKey(api, alice, { scopes: [...keyScopes] })
  await expect(call(createKey, { body: newKey().body })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a key can read the events of its jobs until it is revoked', async () => {
  const key = await makeTestKey(api, alice)
  const { id } = await key.call(submitJob, echo('watched'))
  const stranger = await makeTestKey(api, await signInSomeone(api))
  await expect(stranger.call(getJob, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  const stream = await readEvents(`${origin}/api/job/${id}/events`, { token: key.secret })
  await eventually(() => expect(stream.events.map(({ event }) => event)).toContain('job'))
  await alice.call(revokeKey, { params: { id: key.registered.id } })
  await eventually(() => expect(stream.events.at(-1)?.event).toBe('auth'))
  await expect(callWithKey(api, key.secret)(getCredits)).rejects.toMatchObject({ code: 'invalid_token' })
})
