import { submitJob } from '@infra/protocol/jobs'
import {
  getPushKey,
  PUSH_SUBSCRIPTIONS_MAX,
  subscribeToPush,
  unsubscribeFromPush,
} from '@infra/protocol/jobs/push'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { signOut, signOutEverywhere } from '@infra/protocol/sessions'
import { sql } from 'drizzle-orm'
import { importJWK, jwtVerify } from 'jose'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll, echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { callWith, type Person, signInSomeone } from '../test/person.ts'
import { startApiProcess } from '../test/programs/start-api-process.ts'
import { startPushService, subscribeBrowser } from '../test/servers/push-service.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sendPushes } from './send-pushes.ts'

const OPEN = { OUTBOUND_ALLOW: '127.0.0.1' }
const api = await startTestApi({ env: OPEN })
// Keys expire by the database's clock.
api.clock.now = new Date()
const { db } = api.deps
await liftRateLimits(api.deps)
const node = await startNode(api)
const service = await startPushService()
const warnings: unknown[] = []
const send = (limits?: { postMsMax: number }) =>
  sendPushes(api.deps, { warn: (what: unknown) => void warnings.push(what) }, limits)

beforeEach(async () => {
  await cancelAll(api.deps)
  await db.execute(sql`delete from push_subscriptions`)
  service.received.length = warnings.length = 0
  service.answer = (_push, response) => void response.writeHead(201).end()
})

async function subscribed(person: Person) {
  const browser = subscribeBrowser(service.origin)
  await person.call(subscribeToPush, { body: browser.subscription })
  return browser
}

/** Submits a job, makes it `seconds` older and finishes it. */
async function finishAfter(seconds: number, { call }: Pick<Person, 'call'>): Promise<string> {
  const { id } = await call(submitJob, echo('a secret text'))
  await db.execute(
    sql`update jobs set created_at = now() - make_interval(secs => ${seconds}) where id = ${id}`,
  )
  await node.finish(await node.claim())
  return id
}

const count = async (table: 'pushes' | 'push_subscriptions') =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)).rows[0]!.n
/** Makes all waiting pushes due. */
const makeDue = () => db.execute(sql`update pushes set try_after = now()`)

test('sends one push for a long job that ended, encrypted for the browser and signed for its push service', async () => {
  const alice = await signInSomeone(api)
  const browser = await subscribed(alice)
  const jobId = await finishAfter(11, alice)
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)

  const [push] = service.received
  expect(service.received).toHaveLength(1)
  expect(service.origin + push!.path).toBe(browser.subscription.endpoint)
  expect(JSON.parse(browser.decrypt(push!.body))).toEqual({
    jobId,
    title: 'Your result is ready',
    body: 'From Echo',
  })
  expect(push!.body.length).toBeLessThan(4_096)
  expect(push!.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '14400',
    topic: jobId.replaceAll('-', ''),
  })

  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(push!.headers.authorization!)!
  expect(key).toBe((await api.call(getPushKey)).key)
  const point = Buffer.from(key!, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  }
  const { payload } = await jwtVerify(token!, await importJWK(jwk, 'ES256'), {
    audience: service.origin,
    currentDate: api.clock.now,
  })
  const hours = (payload.exp! - api.clock.now.getTime() / 1000) / 3600
  expect(hours).toBeGreaterThan(0)
  expect(hours).toBeLessThanOrEqual(24)
})

test('sends no push for a short job, a job of a key or a cancelled job', async () => {
  const alice = await signInSomeone(api)
  await subscribed(alice)
  await finishAfter(5, alice)
  const { secret } = await makeTestKey(api, alice, { scopes: ['order'] })
  await finishAfter(30, { call: callWith(api, { tokenType: 'Bearer', accessToken: secret }) })
  const { id } = await alice.call(submitJob, echo('cancelled'))
  await db.execute(sql`update jobs set created_at = now() - interval '1 minute' where id = ${id}`)
  await cancelAll(api.deps)
  expect(await send()).toBe(0)
})

test.for([404, 410])('deletes the subscription when the push service answers %i', async (status) => {
  const alice = await signInSomeone(api)
  await subscribed(alice)
  service.answer = (_push, response) => void response.writeHead(status).end()
  await finishAfter(11, alice)
  await send()
  expect(await count('push_subscriptions')).toBe(0)
})

test('retries as the push service asks or after a delay, and gives up and unsubscribes after six attempts', async () => {
  const alice = await signInSomeone(api)
  await subscribed(alice)
  await finishAfter(11, alice)
  const waitSeconds = async () => {
    const { rows } = await db.execute<{ s: number }>(
      sql`select extract(epoch from try_after - now())::float8 as s from pushes`,
    )
    return rows[0]!.s
  }

  service.answer = (_push, response) => void response.writeHead(429, { 'retry-after': '600' }).end()
  await send()
  expect(await waitSeconds()).toBeGreaterThan(500)
  expect(await send()).toBe(0)

  service.answer = (_push, response) => void response.writeHead(500).end()
  await makeDue()
  await send()
  // The retry comes 20 s after the second attempt, and some of that may have passed.
  expect(await waitSeconds()).toBeLessThanOrEqual(20)

  // From here on the service doesn't answer. On a slow machine an attempt may time out before it reaches the service.
  service.answer = () => {}
  for (let attempt = 3; attempt <= 6; attempt++) {
    expect(await count('push_subscriptions')).toBe(1)
    await makeDue()
    expect(await send({ postMsMax: 50 })).toBe(1)
  }
  expect(await count('push_subscriptions')).toBe(0)
  expect(warnings).toEqual([])
})

test('drops and logs a push that the service refuses, and keeps the subscription', async () => {
  const alice = await signInSomeone(api)
  await subscribed(alice)
  service.answer = (_push, response) => void response.writeHead(413).end()
  await finishAfter(11, alice)
  await send()
  expect(warnings).toEqual([{ service: service.origin, status: 413 }])
  expect([await count('pushes'), await count('push_subscriptions')]).toEqual([0, 1])
})

test('another process sends what a killed process had taken but not sent', async () => {
  const alice = await signInSomeone(api)
  const browser = await subscribed(alice)
  service.answer = () => {}
  const killed = await startApiProcess(api.deps.config.databaseUrl, OPEN)
  const jobId = await finishAfter(11, alice)
  await eventually(() => expect(service.received).toHaveLength(1))
  await killed.kill()

  service.answer = (_push, response) => void response.writeHead(201).end()
  await makeDue()
  await send()
  expect(JSON.parse(browser.decrypt(service.received[1]!.body))).toMatchObject({ jobId })
  expect(await count('pushes')).toBe(0)
})

test('deletes the subscription when a user signs out, unsubscribes or deletes their account', async () => {
  const leave: ((person: Person) => Promise<unknown>)[] = [
    ({ call }) => call(unsubscribeFromPush),
    ({ call, tokens }) => call(signOut, { body: { token: tokens.refreshToken } }),
    ({ call }) => call(signOutEverywhere),
    ({ call }) => call(deleteMe),
  ]
  for (const leaving of leave) {
    const alice = await signInSomeone(api)
    await subscribed(alice)
    expect(await count('push_subscriptions')).toBe(1)
    await leaving(alice)
    expect(await count('push_subscriptions')).toBe(0)
  }
})

test('a browser belongs to its latest user, and a user keeps the ten latest subscriptions', async () => {
  const [alice, bob] = [await signInSomeone(api), await signInSomeone(api)]
  const { subscription } = await subscribed(alice)
  await bob.call(subscribeToPush, { body: subscription })
  await bob.call(subscribeToPush, { body: subscription })
  expect((await alice.call(exportMe)).push).toEqual([])
  expect((await bob.call(exportMe)).push).toEqual([{ service: service.origin, createdAt: api.clock.now }])

  const key = generatePrivateKey()
  const kept: string[] = []
  for (let number = 0; number <= PUSH_SUBSCRIPTIONS_MAX; number++) {
    api.clock.now = new Date(api.clock.now.getTime() + 1_000)
    kept.push((await subscribed(await signInSomeone(api, key))).subscription.endpoint)
  }
  const { rows } = await db.execute<{ endpoint: string }>(
    sql`select endpoint from push_subscriptions order by created_at`,
  )
  expect(rows.map(({ endpoint }) => endpoint)).toEqual([subscription.endpoint, ...kept.slice(1)])
})

test('refuses an invalid endpoint or key and names the field', async () => {
  const alice = await signInSomeone(api)
  const { subscription } = subscribeBrowser('https://push.example')
  const { p256dh, auth } = subscription.keys
  const at = (endpoint: string) => ({ ...subscription, endpoint })
  for (const [body, pointer] of [
    [at('https://10.0.0.1/x'), '/endpoint'],
    [at('http://push.example/x'), '/endpoint'],
    [at('nothing'), '/endpoint'],
    [{ ...subscription, keys: { auth, p256dh: `${p256dh.slice(0, -3)}AAA` } }, '/keys/p256dh'],
    [{ ...subscription, keys: { p256dh, auth: 'short' } }, '/keys/auth'],
  ] as const) {
    const refused = alice.call(subscribeToPush, { body })
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
  }
})

test('all processes share one push key, even if two create it at once', async () => {
  await db.execute(sql`delete from push_key`)
  const others = await Promise.all(
    [1, 2].map(() => startTestApi({ env: { DATABASE_URL: api.deps.config.databaseUrl } })),
  )
  const keys = await Promise.all(others.map(({ call }) => call(getPushKey)))
  expect(keys[0]).toEqual(keys[1])
  expect(Buffer.from(keys[0]!.key, 'base64url')).toHaveLength(65)
})
