import { createKey, getKey, listKeyEvents, lowerKey } from '@infra/protocol/api-keys'
import { submitJob } from '@infra/protocol/jobs'
import { deleteMe } from '@infra/protocol/my-data'
import {
  draftMandate,
  getMandateOutcome,
  getMandateRequest,
  refuseMandate,
  requestMandate,
} from '@infra/protocol/programs/mandates'
import { mandateTypedData } from '@infra/protocol/values/mandate'
import { sql } from 'drizzle-orm'
import { verifyTypedData } from 'viem'
import { expect, test } from 'vitest'
import { deleteExpired } from '../../sweeps.ts'
import { callWithKey, newKey } from '../../test/api-key.ts'
import { echo } from '../../test/echo.ts'
import { liftRateLimits } from '../../test/lift-rate-limits.ts'
import { startNode } from '../../test/node.ts'
import { loopbackChain } from '../../test/servers/loopback-chain.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { waitForNotifications } from '../../test/wait-for-notifications.ts'
import { createKey as register } from '../create-key.ts'
import { signerAt } from './test/signer.ts'

/** Contracts whose `isValidSignature` accepts every signature, and none (EIP-1271). */
const YES = '0x631626ba7e60e01b60005260206000f3'
const NO = '0x60206000f3'

const chain = await loopbackChain()
const env = { TRUST_PROXY: '127.0.0.1' }
const api = await startTestApi({ env: { ...env, RPC_URL: chain.url } })
const { deps, clock } = api
clock.now = new Date()
await liftRateLimits(deps)
await startNode(api)

const MINUTE_MS = 60_000

/** 422 and not 401, because the web app signs its user out on a 401. */
const refusedAt = (pointer: string) => ({ code: 'validation_failed', status: 422, errors: [{ pointer }] })

/** What a program sends to request a mandate for this key. */
function askingFor({ hash, hint, name, scopes, apps, ...rest }: ReturnType<typeof newKey>['body']) {
  const { creditsTotal, creditsPerDay, creditsPerJob, days } = rest
  return { keyHash: hash, hint, holder: name, scopes, apps, creditsTotal, creditsPerDay, creditsPerJob, days }
}

test('a wallet signature grants a key more than a session can, and the stored mandate can be verified', async () => {
  const alice = await signerAt(api)
  const { body, secret } = newKey({ creditsPerDay: 5_000, days: 365, apps: ['echo'], creditsPerJob: 7 })
  await expect(alice.call(createKey, { body })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/creditsPerDay' }, { pointer: '/days' }],
  })
  const made = await alice.call(createKey, { body: await alice.signed(body) })
  expect(made).toMatchObject({ creditsPerDay: 5_000, creditsTotal: null, left: { day: 5_000 } })
  const { mandate, expiresAt } = await alice.call(getKey, { params: { id: made.id } })
  const { message, signature } = mandate!
  expect(message).toMatchObject({
    network: deps.config.publicUrl.origin,
    account: alice.address,
    holder: 'a program',
    scopes: 'read order',
    apps: 'echo',
    totalCredits: 366 * 5_000,
    creditsPerJob: 7,
    keyHash: `0x${body.hash}`,
  })
  expect(expiresAt.getTime()).toBe(message.validUntil * 1000)
  expect(
    await verifyTypedData({ address: alice.address, ...mandateTypedData(message), signature } as never),
  ).toBe(true)
  await expect(callWithKey(api, secret)(submitJob, echo('signed for'))).resolves.toBeDefined()
  const { items } = await alice.call(listKeyEvents, { params: { id: made.id } })
  expect(items.at(-1)).toMatchObject({ kind: 'created', details: { isSigned: true, creditsPerDay: 5_000 } })
})

test('a signed key doesn’t count towards what sessions may grant, and can be lowered but not raised again', async () => {
  const alice = await signerAt(api)
  const { id } = await alice.call(createKey, {
    body: await alice.signed(newKey({ creditsPerDay: 2_000 }).body),
  })
  const draft = (creditsPerDay: number) => alice.call(draftMandate, { body: newKey({ creditsPerDay }).body })
  expect(await draft(500)).toMatchObject({ isNeeded: false })
  await alice.call(createKey, { body: newKey({ creditsPerDay: 300 }).body })
  expect(await draft(201)).toMatchObject({ isNeeded: true })
  await expect(alice.call(createKey, { body: newKey({ creditsPerDay: 201 }).body })).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('may be 200 at most without a signature of your wallet') }],
  })
  const lower = (creditsPerDay: number) =>
    alice.call(lowerKey, { params: { id }, body: { creditsPerDay } }).then((key) => key.creditsPerDay)
  expect(await lower(1_000)).toBe(1_000)
  await expect(lower(2_000)).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a mandate is valid once, only for its key and account, and only in its time', async () => {
  const [alice, bob] = [await signerAt(api), await signerAt(api)]
  const first = newKey({ creditsPerDay: 1_000 }).body
  const body = await alice.signed(first)
  const another = { ...newKey({ creditsPerDay: 1_000 }).body, mandate: body.mandate }
  await expect(bob.call(createKey, { body })).rejects.toMatchObject(refusedAt('/mandate/signature'))
  await expect(alice.call(createKey, { body: another })).rejects.toMatchObject(
    refusedAt('/mandate/signature'),
  )
  const tries = await Promise.allSettled([1, 2, 3].map(() => alice.call(createKey, { body })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(alice.call(createKey, { body })).rejects.toMatchObject(refusedAt('/mandate/nonce'))

  const late = await alice.signed(newKey({ creditsPerDay: 1_000 }).body)
  for (const minutes of [16, -2]) {
    const now = () => new Date(clock.now.getTime() + minutes * MINUTE_MS)
    await expect(register({ ...deps, now }, alice.address.toLowerCase(), late)).rejects.toMatchObject({
      errors: [{ pointer: '/mandate/validFrom' }],
    })
  }
})

test('refuses a mandate that was signed for another network', async () => {
  const other = await startTestApi({
    env: { DATABASE_URL: deps.config.databaseUrl, PUBLIC_URL: 'https://other.example' },
  })
  other.clock.now = clock.now
  const alice = await signerAt(api)
  const { body } = newKey({ creditsPerDay: 1_000 })
  const { mandate } = await alice.call(draftMandate, { body })
  const { nonce, validFrom } = mandate
  const signature = await alice.signMandate({ ...mandate, network: other.deps.config.publicUrl.origin })
  await expect(
    alice.call(createKey, { body: { ...body, mandate: { nonce, validFrom, signature } } }),
  ).rejects.toMatchObject(refusedAt('/mandate/signature'))
})

test('accepts a smart account’s mandate only if its contract accepts the signature', async () => {
  const [trusting, strict] = [await signerAt(api), await signerAt(api)]
  await chain.put(trusting.address, YES)
  await chain.put(strict.address, NO)
  const bodyOf = async ({ signed }: typeof strict) => {
    const body = await signed(newKey({ creditsPerDay: 1_000 }).body)
    return { ...body, mandate: { ...body.mandate!, signature: `0x${'01'.repeat(65)}` as const } }
  }
  await expect(trusting.call(createKey, { body: await bodyOf(trusting) })).resolves.toBeDefined()
  await expect(strict.call(createKey, { body: await bodyOf(strict) })).rejects.toMatchObject(
    refusedAt('/mandate/signature'),
  )
})

test('a program requests a mandate, the user lowers and signs it, and the program gets it from another process', async () => {
  const other = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  other.clock.now = clock.now
  await waitForNotifications(api, other)
  const alice = await signerAt(api)
  const { body, secret } = newKey({ creditsPerDay: 900, days: 90 })
  const { code, url } = await api.call(requestMandate, { body: askingFor(body) })
  expect(new URL(url).search).toBe(`?mandate=${code}`)
  expect(await alice.call(getMandateRequest, { params: { code } })).toMatchObject({
    holder: 'a program',
    creditsPerDay: 900,
    isFromSameNetwork: true,
  })
  expect(await api.call(getMandateOutcome, { params: { code } })).toEqual({ outcome: 'waiting' })
  const answer = other.call(getMandateOutcome, { params: { code }, query: { wait: 25 } })
  await expect(alice.call(createKey, { body: { ...body, creditsPerDay: 5, code } })).rejects.toMatchObject(
    refusedAt('/mandate'),
  )
  await alice.call(createKey, { body: await alice.signed({ ...body, creditsPerDay: 40, days: 7, code }) })
  expect(await answer).toEqual({ outcome: 'granted' })
  await expect(callWithKey(api, secret)(submitJob, echo('granted'))).resolves.toBeDefined()
})

test('refuses a mandate for more than was requested or for another key, and grants a request once', async () => {
  const [alice, bob] = [await signerAt(api), await signerAt(api)]
  const { body } = newKey({ creditsTotal: 50, creditsPerJob: 5, apps: ['echo'], scopes: ['order'], days: 7 })
  const { code } = await api.call(requestMandate, { body: askingFor(body) })
  const raised = {
    creditsTotal: null,
    creditsPerDay: 101,
    creditsPerJob: 6,
    apps: null,
    scopes: ['order' as const, 'publish' as const],
    days: 8,
  }
  for (const [name, value] of Object.entries(raised)) {
    const more = await alice.signed({ ...body, [name]: value, code })
    await expect(alice.call(createKey, { body: more })).rejects.toMatchObject({
      errors: [{ pointer: `/${name}` }],
    })
  }
  const other = await alice.signed({ ...newKey().body, code })
  await expect(alice.call(createKey, { body: other })).rejects.toMatchObject({ code: 'conflict' })
  const grants = await Promise.all([alice, bob].map((one) => one.signed({ ...body, code })))
  const tries = await Promise.allSettled([
    alice.call(createKey, { body: grants[0]! }),
    bob.call(createKey, { body: grants[1]! }),
  ])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a request for a mandate can be refused once, expires and is deleted', async () => {
  const alice = await signerAt(api)
  const ask = async () => (await api.call(requestMandate, { body: askingFor(newKey().body) })).code
  const outcome = (code: string) =>
    api.call(getMandateOutcome, { params: { code } }).then((said) => said.outcome)
  const [refused, expired] = [await ask(), await ask()]
  const answer = api.call(getMandateOutcome, { params: { code: refused }, query: { wait: 25 } })
  await alice.call(refuseMandate, { params: { code: refused } })
  expect(await answer).toEqual({ outcome: 'refused' })
  await expect(alice.call(refuseMandate, { params: { code: refused } })).rejects.toMatchObject({
    code: 'conflict',
  })
  await deps.db.execute(sql`update mandate_requests set expires_at = ${clock.now}`)
  expect([await outcome(refused), await outcome(expired)]).toEqual(['refused', 'expired'])
  const params = { code: expired }
  await expect(alice.call(getMandateRequest, { params })).rejects.toMatchObject({ code: 'not_found' })
  await deleteExpired({ ...deps, now: () => new Date(clock.now.getTime() + 61 * MINUTE_MS) })
  await expect(outcome(expired)).rejects.toMatchObject({ code: 'not_found' })
})

test('rate limits mandate requests per network', async () => {
  const ask = (network: string) =>
    fetch(`${api.origin}/api/mandate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify(askingFor(newKey().body)),
    }).then(({ status }) => status)
  const crowd = await Promise.all(Array.from({ length: 20 }, () => ask('203.0.113.7')))
  expect(new Set(crowd)).toEqual(new Set([201]))
  expect([await ask('203.0.113.7'), await ask('203.0.113.8')]).toEqual([429, 201])
  await deps.db.execute(sql`delete from mandate_requests`)
})

test('deletes mandates with their account', async () => {
  const alice = await signerAt(api)
  const { id } = await alice.call(createKey, { body: await alice.signed(newKey().body) })
  await alice.call(deleteMe)
  const { rows } = await deps.db.execute(sql`select from mandates where key_id = ${id}`)
  expect(rows).toEqual([])
})
