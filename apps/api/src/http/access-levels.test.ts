import { randomUUID } from 'node:crypto'
import { listKeys, revokeKey } from '@infra/protocol/api-keys'
import { type KeyScope, keyScopes, makeApiKey } from '@infra/protocol/values/api-key'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { signInSomeone } from '../test/person.ts'
import { type Operation, readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** Every endpoint of the API, by who may call it. */
const access = {
  visitor: `GET /app, GET /app/demand, GET /app/{id}, GET /bugreport/similar, GET /devlog, GET /file/{name}, GET /job/finished,
    GET /job/finished/events, GET /job/search, GET /job/{id}, GET /job/{id}/card.jpg, GET /job/{id}/events, GET /job/{id}/output/{name}, GET /mandate/{code}, GET /network-key, GET /node,
    GET /node/estimate, GET /node/map, GET /node/release, GET /node/{id}, GET /node/{id}/trust, GET /perf-stats, GET /prices, GET /push/key, GET /trust, GET /trust/draw/{day}, GET /user/{id}, GET /user/{id}/job, POST /auth/challenge, POST /auth/logout,
    POST /auth/refresh, POST /auth/token, POST /bugreport, POST /bugreport/screenshot, POST /node/challenge, POST /node/link,
    POST /mandate, POST /node/session, POST /rpc`,
  'wallet user': `DELETE /chat/{id}, DELETE /job/{id}, DELETE /job/{id}/favorite, DELETE /node/{id}, DELETE /user/me,
    DELETE /user/me/push, DELETE /user/me/session, GET /chat, GET /chat/{id}, GET /file/upload/{id}, GET /job, GET /job/{id}/waiting,
    GET /node/link/{code}, GET /staking, GET /user/me, GET /user/me/alert, GET /user/me/mail, PUT /user/me/mail, DELETE /user/me/mail, POST /user/me/mail/confirm,
    GET /user/me/credits, GET /user/me/credits/statement,
    GET /user/me/earnings, GET /user/me/earnings/pending, GET /user/me/export, GET /user/me/favorite, GET /user/me/feedback, GET /user/me/node, GET /user/me/node/{id}, GET /user/me/node/{id}/attempt, GET /user/me/node/{id}/log, PATCH /user/me/node,
    GET /user/me/report, GET /user/me/sanction, GET /user/me/session, PATCH /job/{id}, PATCH /node/{id}, PATCH /user/me, POST /chat, POST /file,
    DELETE /webhook/{id}, GET /webhook, GET /webhook/{id}/delivery, GET /webhook/{id}/events, PATCH /webhook/{id}, POST /webhook, POST /webhook/{id}/delivery/{delivery}/retry,
    GET /job/batch/{id}, GET /job/batch/{id}/result, POST /job/batch, POST /job/batch/{id}/cancel, POST /webhook/{id}/replay, POST /webhook/{id}/rotate, POST /webhook/{id}/test,
    DELETE /user/me/mandate/{code}, GET /user/me/mandate/{code}, POST /user/me/mandate,
    DELETE /user/me/key/{id}, GET /user/me/key, GET /user/me/key/{id}, GET /user/me/key/{id}/event, PATCH /user/me/key/{id}, POST /user/me/key,
    POST /job, POST /job/price, POST /job/{id}/cancel, POST /job/{id}/check, POST /job/{id}/report, POST /job/{id}/retry, POST /node/link-token,
    POST /node/link/{code}, POST /user/me/push, POST /user/me/sanction/{id}/appeal, PUT /job/{id}/favorite`,
  // No third level, but a list of addresses: wallet users, with the same sign-in and the same tokens, who review what is reported.
  'wallet user on the list': `GET /moderation, GET /moderation/act, GET /moderation/check, GET /moderation/feedback, GET /moderation/job,
    GET /moderation/sanction, GET /moderation/user/{id}/avatar, PATCH /moderation/feedback/{id}, POST /moderation/check/{id}, POST /moderation/job/{id},
    POST /moderation/node/{id}, POST /moderation/operator/{id}, POST /moderation/sanction/{id},
    POST /moderation/user/{id}/avatar`,
  // Not for people: a program asks about its own key. What else keys may call is below.
  'API key': 'GET /key',
  // Not for people: the programs that run jobs.
  'node agent': `DELETE /node/session, GET /attempt/{id}/file/{field}, GET /node/session, POST /node/log, POST /attempt, POST /attempt/unheld,
    POST /attempt/{id}/beat, POST /attempt/{id}/fail, POST /attempt/{id}/finish, POST /attempt/{id}/output,
    POST /attempt/{id}/release, POST /node/update, POST /node/update/end`,
}
type Level = keyof typeof access
const levels = Object.keys(access) as Level[]
const namesOf = (level: Level) => access[level].split(/,\s+/)

/** `KEYS_SABOTAGE=1`: an endpoint without a scope is opened to every key; the tests of scopes must then fail. */
if (process.env.KEYS_SABOTAGE) Object.assign(listKeys, { scope: 'any' })

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAccount(key).address } })
testApi.clock.now = new Date()
await liftRateLimits(testApi.deps)
const moderator = await signInSomeone(testApi, key)
const person = await signInSomeone(testApi)
const { operations } = await readDocument(testApi)
const nameOf = ({ method, path }: Operation) => `${method} ${path}`

test('[R-PRO-4] every endpoint is listed under one of the access levels', () => {
  expect(operations.map(nameOf).toSorted()).toEqual(levels.flatMap(namesOf).toSorted())
})

/** What callers without a wallet, with one and with a listed one get; anything but 401 and 403 is about the request itself. */
const answers: Record<Level, { visitor: string; person: string; moderator: string }> = {
  visitor: { visitor: 'open', person: 'open', moderator: 'open' },
  'wallet user': { visitor: '401', person: 'open', moderator: 'open' },
  'wallet user on the list': { visitor: '401', person: '403', moderator: 'open' },
  'API key': { visitor: '401', person: '403', moderator: '403' },
  'node agent': { visitor: '401', person: '401', moderator: '401' },
}

/** What API keys may call, by scope; everything else that is not open to everyone refuses them. */
const scopes = {
  read: `GET /job/batch/{id}, GET /job/batch/{id}/result, GET /file/upload/{id}, GET /job, GET /job/{id}, GET /job/{id}/events, GET /job/{id}/output/{name}, GET /job/{id}/waiting, GET /user/me/credits,
    GET /user/me/credits/statement, GET /webhook/{id}/events`,
  order:
    'POST /job/batch, POST /job/batch/{id}/cancel, POST /file, POST /job, POST /job/price, POST /job/{id}/cancel, POST /job/{id}/retry',
  publish: 'PATCH /job/{id}',
} satisfies Record<KeyScope, string>
/** Endpoints that don't check the caller. */
const ignoresCaller = operations.filter((operation) => operation['x-caller'] === 'anyone').map(nameOf)

test.for(keyScopes)(
  'a key with the scope "%s" can call the endpoints of that scope, and no others',
  async (scope) => {
    const { secret } = await makeTestKey(testApi, person, { scopes: [scope] })
    const named = scopes[scope].split(/,\s+/)
    for (const name of operations.map(nameOf)) {
      if (ignoresCaller.includes(name)) continue
      const status = await statusOf(name, secret)
      const isOpen = status !== 401 && status !== 403
      expect({ name, isOpen }).toEqual({ name, isOpen: named.includes(name) || name === 'GET /key' })
    }
  },
)

test('refuses a key that is unknown, wrong, revoked, expired or used from another network, whatever its scopes', async () => {
  const make = () => makeTestKey(testApi, person, { scopes: [...keyScopes], creditsPerDay: 10 })
  const [revoked, expired, right] = [await make(), await make(), await make()]
  await person.call(revokeKey, { params: { id: revoked.registered.id } })
  await testApi.deps.db.execute(
    sql`update api_keys set expires_at = ${testApi.clock.now} where id = ${expired.registered.id}`,
  )
  const foreign = await makeTestKey(testApi, person, {
    scopes: [...keyScopes],
    creditsPerDay: 10,
    networks: ['203.0.113.0/24'],
  })
  const ended = [makeApiKey(), `${right.secret.slice(0, -1)}!`, revoked.secret, expired.secret]
  for (const name of operations.map(nameOf)) {
    if (ignoresCaller.includes(name)) continue
    const wanted = namesOf('node agent').includes(name) ? [401] : [401, 403]
    for (const secret of ended)
      expect({ name, status: await statusOf(name, secret) }).toEqual({ name, status: 401 })
    expect(wanted, name).toContain(await statusOf(name, foreign.secret))
  }
})

/** They need no body, so a call by someone signed in would end the session that the other calls use. */
const endsTheCaller = ['DELETE /user/me', 'DELETE /user/me/session']

test.for(levels)(
  '[R-PRO-4] the endpoints listed under "%s" are open to the right callers only',
  async (level) => {
    const bearers = { visitor: undefined, person, moderator }
    for (const name of namesOf(level)) {
      for (const [who, bearer] of Object.entries(bearers)) {
        if (bearer && endsTheCaller.includes(name)) continue
        const status = await statusOf(name, bearer?.tokens.accessToken)
        const got = status === 401 || status === 403 ? String(status) : 'open'
        expect({ name, who, got }).toEqual({ name, who, got: answers[level][who as keyof typeof bearers] })
      }
    }
  },
)

test('[R-PRO-4] the access token of a listed wallet user has the same claims as any other', () => {
  const claims = [moderator, person].map(({ tokens }) =>
    Object.keys(JSON.parse(Buffer.from(tokens.accessToken.split('.')[1]!, 'base64url').toString())),
  )
  expect(claims[0]).toEqual(claims[1])
  expect(claims[0]).not.toContain('role')
})

/** Calls with unknown ids and a body that no endpoint accepts. The caller is checked first, so nothing changes. */
async function statusOf(name: string, token: string | undefined): Promise<number> {
  const [method, path] = name.split(' ') as [string, string]
  const response = await fetch(`${testApi.origin}/api${path.replaceAll(/\{\w+\}/g, () => randomUUID())}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{"unexpected":true}' }),
  })
  // Streams do not end by themselves.
  await response.body?.cancel()
  return response.status
}
