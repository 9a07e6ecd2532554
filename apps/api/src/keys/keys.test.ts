import {
  createKey,
  getCallingKey,
  getKey,
  listKeyEvents,
  listKeys,
  lowerKey,
  revokeKey,
} from '@infra/protocol/api-keys'
import { getCredits } from '@infra/protocol/credits'
import { listMyJobs, submitJob } from '@infra/protocol/jobs'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { makeApiKey } from '@infra/protocol/values/api-key'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { callWithKey, makeTestKey, newKey } from '../test/api-key.ts'
import { echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { waitForNotifications } from '../test/wait-for-notifications.ts'

const api = await startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } })
const { deps, clock } = api
clock.now = new Date()
await startNode(api)

const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS)

test('a key is registered by its hash and lists its spent credits and its last use', async () => {
  const alice = await signInSomeone(api)
  const key = await makeTestKey(api, alice, { creditsTotal: 50, creditsPerDay: 20, creditsPerJob: 5 })
  expect(key.registered).toMatchObject({
    spent: 0,
    left: { total: 50, day: 20 },
    lastUsedAt: null,
    revokedAt: null,
  })
  const { price } = await key.call(submitJob, echo('by a program'))
  const spent = { spent: price, spentToday: price, left: { total: 50 - price, day: 20 - price } }
  expect(await key.call(getCallingKey)).toMatchObject({ id: key.registered.id, ...spent })
  await eventually(async () =>
    expect(await alice.call(getKey, { params: { id: key.registered.id } })).toMatchObject({
      ...spent,
      lastUsedAt: clock.now,
      lastNetwork: '127.0.0.1',
    }),
  )
  expect((await alice.call(listKeys)).items.map(({ id }) => id)).toEqual([key.registered.id])
  const { items: events } = await alice.call(listKeyEvents, { params: { id: key.registered.id } })
  expect(events.map(({ kind }) => kind)).toEqual(['new_network', 'created'])
})

test('does not store the secret of a key', async () => {
  const { secret } = await makeTestKey(api, await signInSomeone(api))
  for (const table of ['api_keys', 'key_events']) {
    const { rows } = await deps.db.execute(sql`select * from ${sql.identifier(table)}`)
    expect(JSON.stringify(rows)).not.toContain(secret)
  }
})

test('jobs by key are private by default, and public only with the publish scope', async () => {
  const alice = await signInSomeone(api)
  // The echo app is hidden from the feed whatever is asked for, so the order itself is refused or not.
  const app = { appId: 'story-teller', input: { prompt: 'Once' } }
  const keyWithDefaults = await makeTestKey(api, alice)
  const open = await makeTestKey(api, alice, { scopes: ['order', 'publish'] })
  expect(await keyWithDefaults.call(submitJob, { body: app })).toMatchObject({ visibility: 'private' })
  await expect(
    keyWithDefaults.call(submitJob, { body: { ...app, visibility: 'public' } }),
  ).rejects.toMatchObject({
    code: 'scope_missing',
  })
  expect(await open.call(submitJob, { body: { ...app, visibility: 'public' } })).toMatchObject({
    visibility: 'public',
  })
  expect(await alice.call(submitJob, { body: app })).toMatchObject({ visibility: 'public' })
})

test('refuses a revoked, expired, malformed or unknown key with the same error', async () => {
  const alice = await signInSomeone(api)
  const [revoked, expired] = [await makeTestKey(api, alice), await makeTestKey(api, alice)]
  await expired.call(getCredits)
  await alice.call(revokeKey, { params: { id: revoked.registered.id } })
  // Revoking it again changes nothing.
  await alice.call(revokeKey, { params: { id: revoked.registered.id } })
  await deps.db.execute(
    sql`update api_keys set expires_at = ${clock.now} where id = ${expired.registered.id}`,
  )
  deps.notifications.publish('key', expired.hash)
  const unknown = callWithKey(api, makeApiKey())
  const cut = callWithKey(api, makeApiKey().slice(0, -1))
  const refusal = {
    code: 'invalid_token',
    status: 401,
    message: expect.stringContaining('unknown, has expired or was revoked'),
  }
  for (const call of [revoked.call, expired.call, unknown, cut]) {
    await expect(call(getCredits)).rejects.toMatchObject(refusal)
    await expect(call(submitJob, echo('no'))).rejects.toMatchObject(refusal)
  }
})

test('refuses a job by a revoked key even if the process still caches the key', async () => {
  const alice = await signInSomeone(api)
  const key = await makeTestKey(api, alice)
  const known = await deps.apiKeys.find(key.hash)
  const cached = vi.spyOn(deps.apiKeys, 'find').mockResolvedValue(known)
  await alice.call(revokeKey, { params: { id: key.registered.id } })
  await expect(key.call(getCredits)).resolves.toBeDefined()
  await expect(key.call(submitJob, echo('too late'))).rejects.toMatchObject({ code: 'invalid_token' })
  cached.mockRestore()
  expect((await alice.call(listMyJobs)).items).toEqual([])
})

test('a new key works in another process at once, and so does its revocation', async () => {
  const other = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  other.clock.now = clock.now
  await waitForNotifications(api, other)
  const alice = await signInSomeone(api)
  const { body, secret } = newKey()
  const there = callWithKey(other, secret)
  await expect(there(getCredits)).rejects.toMatchObject({ code: 'invalid_token' })
  const { id } = await alice.call(createKey, { body })
  await waitForNotifications(api, other)
  await expect(there(getCredits)).resolves.toBeDefined()
  await alice.call(revokeKey, { params: { id } })
  await waitForNotifications(api, other)
  await expect(there(getCredits)).rejects.toMatchObject({ code: 'invalid_token' })
})

test('only a key’s owner can see, lower or revoke it', async () => {
  const [alice, bob] = [await signInSomeone(api), await signInSomeone(api)]
  const { registered, call } = await makeTestKey(api, alice)
  const params = { id: registered.id }
  await expect(bob.call(getKey, { params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.call(listKeyEvents, { params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.call(lowerKey, { params, body: { openMax: 1 } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(bob.call(revokeKey, { params })).rejects.toMatchObject({ code: 'not_found' })
  expect((await bob.call(listKeys)).items).toEqual([])
  await expect(call(getCallingKey)).resolves.toMatchObject({ revokedAt: null, openMax: 64 })
  await expect(alice.call(getCallingKey)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a key’s limits can be lowered but not raised', async () => {
  const alice = await signInSomeone(api)
  const key = await makeTestKey(api, alice, {
    creditsTotal: 50,
    creditsPerJob: 10,
    apps: ['echo', 'speak'],
    networks: ['127.0.0.0/8'],
  })
  const change = (body: Parameters<typeof alice.call<typeof lowerKey>>[1]['body']) =>
    alice.call(lowerKey, { params: { id: key.registered.id }, body })
  const raised = {
    scopes: ['read', 'order', 'publish'],
    apps: null,
    networks: ['127.0.0.0/8', '10.0.0.0/8'],
    creditsTotal: null,
    creditsPerDay: 101,
    creditsPerJob: 11,
    expiresAt: inDays(2),
  } as const
  for (const [name, value] of Object.entries(raised)) {
    await expect(change({ [name]: value }), name).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: `/${name}`, message: 'may only be lowered; make a new key for more' }],
    })
  }
  const lowered = {
    name: 'renamed',
    scopes: ['order' as const],
    apps: ['echo'],
    creditsTotal: 1,
    creditsPerDay: 0,
  }
  expect(await change(lowered)).toMatchObject({ ...lowered, left: { total: 1, day: 0 } })
  await expect(key.call(getCredits)).rejects.toMatchObject({ code: 'scope_missing', status: 403 })
  await expect(key.call(submitJob, echo('no'))).rejects.toMatchObject({ code: 'key_cap', status: 402 })
  const { items } = await alice.call(listKeyEvents, { params: { id: key.registered.id } })
  expect(items.filter(({ kind }) => kind === 'lowered')).toMatchObject([{ details: lowered }])
})

test('a key can submit only the apps and be used only from the networks that it names', async () => {
  const alice = await signInSomeone(api)
  const key = await makeTestKey(api, alice, {
    apps: ['speak'],
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  })
  const from = (ip: string) =>
    fetch(`${api.origin}/api/job`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.secret}`,
        'content-type': 'application/json',
        'x-forwarded-for': ip,
      },
      body: JSON.stringify(echo('hi').body),
    }).then(async (answer) => ((await answer.json()) as { code: string }).code)
  expect(await from('198.51.100.1')).toBe('network_refused')
  expect(await from('2001:db9::1')).toBe('network_refused')
  expect(await from('203.0.113.9')).toBe('scope_missing')
  expect(await from('2001:db8::1')).toBe('scope_missing')
})

test('bounds the lifetime and the credits per day of keys that a session grants', async () => {
  const alice = await signInSomeone(api)
  const refused = (wanted: Parameters<typeof newKey>[0]) =>
    alice.call(createKey, { body: newKey(wanted).body }).then(
      () => undefined,
      ({ code, errors }) => ({ code, errors }),
    )
  expect(await refused({ days: 91 })).toMatchObject({ errors: [{ pointer: '/days' }] })
  expect(await refused({ days: 0 })).toMatchObject({ errors: [{ pointer: '/days' }] })
  expect(await refused({ hours: 1 })).toMatchObject({ errors: [{ pointer: '/days' }] })
  expect(await refused({ days: undefined })).toMatchObject({ errors: [{ pointer: '/days' }] })
  expect(await refused({ days: undefined, hours: 25 })).toMatchObject({ errors: [{ pointer: '/hours' }] })
  expect(await refused({ networks: ['300.0.0.1', '10.0.0.0/33'] })).toMatchObject({
    errors: [{ pointer: '/networks/0' }, { pointer: '/networks/1' }],
  })
  expect(await refused({ creditsPerDay: 501 })).toMatchObject({ errors: [{ pointer: '/creditsPerDay' }] })
  expect(await refused({ creditsPerDay: 400 })).toBeUndefined()
  const both = await Promise.all([refused({ creditsPerDay: 60 }), refused({ creditsPerDay: 60 })])
  expect(both.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(both.find((refusal) => refusal)).toEqual({
    code: 'validation_failed',
    errors: [
      {
        pointer: '/creditsPerDay',
        message:
          'may be 40 at most without a signature of your wallet: all your keys together may spend 500 credits per day',
      },
    ],
  })
  // A key that can't submit jobs spends nothing.
  expect(await refused({ scopes: ['read'], creditsPerDay: 500 })).toBeUndefined()
})

test('refuses a hash that is registered already and keys beyond the maximum per user', async () => {
  const alice = await signInSomeone(api)
  const { body } = newKey({ scopes: ['read'] })
  await alice.call(createKey, { body })
  await expect(alice.call(createKey, { body })).rejects.toMatchObject({ code: 'conflict' })
  for (let count = 1; count < 20; count++) await makeTestKey(api, alice, { scopes: ['read'] })
  await expect(makeTestKey(api, alice, { scopes: ['read'] })).rejects.toMatchObject({
    code: 'conflict',
    message: 'You have 20 keys. Revoke one first.',
  })
})

test('keys are part of the account’s export and are deleted with it', async () => {
  const alice = await signInSomeone(api)
  const key = await makeTestKey(api, alice)
  await key.call(submitJob, echo('open when the account is deleted'))
  const { keys } = await alice.call(exportMe)
  expect(keys).toMatchObject([{ id: key.registered.id, hint: key.registered.hint }])
  expect(JSON.stringify(keys)).not.toContain(key.hash)
  await alice.call(deleteMe)
  await expect(key.call(getCredits)).rejects.toMatchObject({ code: 'invalid_token' })
  const { rows } = await deps.db.execute(sql`select from api_keys where id = ${key.registered.id}`)
  expect(rows).toEqual([])
})
