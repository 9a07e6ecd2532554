import { createPublicKey } from 'node:crypto'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import {
  listSessions,
  refreshTokens,
  signOut,
  signOutEverywhere,
  type TokenSet,
} from '@infra/protocol/sessions'
import { getMe, getUser } from '@infra/protocol/users'
import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { rotateSigningKey, signingKeysIn } from '../auth/signing-keys.ts'
import { readToken, signToken } from '../auth/tokens.ts'
import { auditEvents, signingKeys } from '../db/tables.ts'
import { deleteExpired } from '../sweeps.ts'
import { callWith, signIn, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
const { call, clock, deps, origin } = api
const SECOND = 1000
const DAY = 24 * 3600 * SECOND

beforeEach(() => later(10 * 60 * SECOND))

function later(ms: number): void {
  clock.now = new Date(clock.now.getTime() + ms)
}

const refresh = (tokens: TokenSet) => call(refreshTokens, { body: { token: tokens.refreshToken } })
const idOf = ({ refreshToken }: TokenSet) => decodeJwt(refreshToken).jti

test.for(['application/x-www-form-urlencoded', 'multipart/form-data'])(
  '[R-API-2] exchanges a refresh token sent as %s for new tokens',
  async (type) => {
    const alice = await signInSomeone(api)
    const form = type.startsWith('multipart') ? new FormData() : new URLSearchParams()
    form.set('token', alice.tokens.refreshToken)
    const answer = await fetch(`${origin}/api/auth/refresh`, { method: 'POST', body: form })

    const tokens = (await answer.json()) as TokenSet
    expect(tokens.tokenType).toBe('Bearer')
    expect(await callWith(api, tokens)(getMe)).toMatchObject({ id: alice.address })
  },
)

test('the refresh endpoint refuses JSON, a file, a second token and a malformed form', async () => {
  const { tokens } = await signInSomeone(api)
  const send = (body: BodyInit, headers?: Record<string, string>) =>
    fetch(`${origin}/api/auth/refresh`, { method: 'POST', body, headers }).then(({ status }) => status)

  const json = JSON.stringify({ token: tokens.refreshToken })
  expect(await send(json, { 'content-type': 'application/json' })).toBe(415)
  const file = new FormData()
  file.set('token', new Blob([tokens.refreshToken]), 'token.txt')
  expect(await send(file)).toBe(422)
  expect(await send(new URLSearchParams(`token=${tokens.refreshToken}&token=x`))).toBe(422)
  expect(await send('--x', { 'content-type': 'multipart/form-data; boundary=x' })).toBe(400)
  expect(await send(new URLSearchParams({ token: tokens.refreshToken }))).toBe(200)
})

test('[A38] fifty simultaneous refreshes with one token give the same successor', async () => {
  const { tokens } = await signInSomeone(api)
  const results = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens)))
  expect(new Set(results.map(idOf)).size).toBe(1)
  expect(idOf(results[0]!)).not.toBe(idOf(tokens))
  await expect(refresh(results[7]!)).resolves.toBeDefined()
})

test('[A35] reusing a refresh token after its grace period ends the session and is recorded', async () => {
  const alice = await signInSomeone(api)
  const successor = await refresh(alice.tokens)
  later(9 * SECOND)
  expect(idOf(await refresh(alice.tokens))).toBe(idOf(successor))
  later(2 * SECOND)

  await expect(refresh(alice.tokens)).rejects.toMatchObject({ code: 'refresh_reused' })
  await expect(refresh(successor)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(callWith(api, successor)(getMe)).rejects.toMatchObject({ code: 'invalid_token' })
  const lines = await deps.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.address, alice.address.toLowerCase()))
  expect(lines).toMatchObject([{ kind: 'refresh_reused', at: clock.now }])
})

test('[A37] using the token before the last one ends the session even within the grace period', async () => {
  const { tokens } = await signInSomeone(api)
  const second = await refresh(tokens)
  const third = await refresh(second)
  await expect(refresh(tokens)).rejects.toMatchObject({ code: 'refresh_reused' })
  await expect(refresh(third)).rejects.toMatchObject({ code: 'invalid_token' })
})

test('[A41] a session ends after thirty days, however often it is refreshed', async () => {
  let { tokens } = await signInSomeone(api)
  for (let day = 0; day < 30; day += 6) {
    tokens = await refresh(tokens)
    later(6 * DAY)
  }
  await expect(refresh(tokens)).rejects.toMatchObject({
    code: 'session_expired',
  })
})

test('an access token expires after five minutes, and a refresh token after seven days', async () => {
  const { call: signedIn, tokens } = await signInSomeone(api)
  later(5 * 60 * SECOND - SECOND)
  await expect(signedIn(getMe)).resolves.toBeDefined()
  later(SECOND)
  await expect(signedIn(getMe)).rejects.toMatchObject({ code: 'invalid_token' })
  later(7 * DAY)
  await expect(refresh(tokens)).rejects.toMatchObject({ code: 'session_expired' })
})

test('[A40] signing out ends the session at once, and a repeat or an invalid token gets the same answer', async () => {
  const { call: signedIn, tokens } = await signInSomeone(api)
  const leave = (token: string) => call(signOut, { body: { token } })
  await leave(tokens.refreshToken)
  await expect(signedIn(getMe)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(leave(tokens.refreshToken)).resolves.toBeUndefined()
  await expect(leave('nonsense')).resolves.toBeUndefined()
})

test('lists sessions and marks the current one, and signing out everywhere ends them all', async () => {
  const alice = await signInSomeone(api)
  later(SECOND)
  const elsewhere = callWith(api, await signIn(call, alice.address, alice.sign))

  const { items } = await alice.call(listSessions)
  expect(items.map(({ current }) => current)).toEqual([false, true])
  expect(items[0]).toMatchObject({ createdAt: clock.now, userAgent: expect.stringContaining('node') })

  await alice.call(signOutEverywhere)
  for (const signedIn of [alice.call, elsewhere]) {
    await expect(signedIn(getMe)).rejects.toMatchObject({ code: 'invalid_token' })
  }
})

test('[A29] [A32] refuses a token that is forged, modified or of another type', async () => {
  const { tokens } = await signInSomeone(api)
  const [header, payload, signature] = tokens.accessToken.split('.') as [string, string, string]
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { kid } = decodeProtectedHeader(tokens.accessToken)
  const [row] = await deps.db.select().from(signingKeys).where(eq(signingKeys.kid, kid!))
  const { d: _, ...publicJwk } = row!.privateJwk
  const pem = createPublicKey({ key: publicJwk as never, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  const withPublicKey = await new SignJWT(decodeJwt(tokens.accessToken))
    .setProtectedHeader({ alg: 'HS256', typ: 'access+jwt', kid: kid! })
    .sign(Buffer.from(pem))
  const forged = [
    `${encode({ alg: 'none', typ: 'access+jwt', kid })}.${payload}.`,
    withPublicKey,
    `${encode({ alg: 'ES256', typ: 'access+jwt', kid, jku: 'http://127.0.0.1:9/keys' })}.${payload}.${signature}`,
    `${encode({ alg: 'ES256', typ: 'access+jwt', kid: '../../x' })}.${payload}.${signature}`,
    tokens.refreshToken,
    `${header}.${encode({ ...decodeJwt(tokens.accessToken), sub: 'someone else' })}.${signature}`,
    'x.y.z',
    'x',
    ...flips(tokens.accessToken, 500),
  ]
  for (const accessToken of forged) {
    await expect(callWith(api, { ...tokens, accessToken })(getMe)).rejects.toMatchObject({
      code: 'invalid_token',
    })
  }
  await expect(callWith(api, tokens)(getMe)).resolves.toBeDefined()
})

test('[A31] after a key rotation the old key is valid until its overlap ends, and new tokens use the new key', async () => {
  const { call: before, tokens } = await signInSomeone(api)
  await rotateSigningKey(deps.db, clock.now, 3 * 60 * SECOND)
  later(61 * SECOND)
  const { tokens: fresh } = await signInSomeone(api)
  expect(decodeProtectedHeader(fresh.accessToken).kid).not.toBe(decodeProtectedHeader(tokens.accessToken).kid)
  await expect(before(getMe)).resolves.toBeDefined()

  later(2 * 60 * SECOND)
  await expect(before(getMe)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(callWith(api, fresh)(getMe)).resolves.toBeDefined()
})

test('[A31] accepts a token at once that is signed with another process’s new key', async () => {
  const { tokens } = await signInSomeone(api)
  const other = { ...deps, keys: signingKeysIn(deps.db, deps.now) }
  await rotateSigningKey(deps.db, clock.now, 3 * 60 * SECOND)
  later(2 * SECOND)
  const claims = await readToken(other, 'access+jwt', tokens.accessToken)
  const soon = new Date(clock.now.getTime() + 60 * SECOND)
  const accessToken = await signToken(other, 'access+jwt', claims, soon)
  expect(decodeProtectedHeader(accessToken).kid).not.toBe(decodeProtectedHeader(tokens.accessToken).kid)
  await expect(callWith(api, { ...tokens, accessToken })(getMe)).resolves.toBeDefined()
})

test('a user can export and delete their account, and their wallet can then open a new one', async () => {
  const alice = await signInSomeone(api)
  expect(await alice.call(exportMe)).toMatchObject({
    exportedAt: clock.now,
    account: { id: alice.address },
    sessions: [{ current: true }],
  })

  await alice.call(deleteMe)
  await expect(alice.call(getMe)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(refresh(alice.tokens)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(call(getUser, { params: { id: alice.address } })).rejects.toMatchObject({ code: 'not_found' })
  later(SECOND)
  const again = callWith(api, await signIn(call, alice.address, alice.sign))
  expect(await again(getMe)).toMatchObject({ createdAt: clock.now })
})

test('the sweep deletes expired challenges and sessions', async () => {
  const { tokens } = await signInSomeone(api)
  later(31 * DAY)
  await deleteExpired(deps)
  await expect(refresh(tokens)).rejects.toMatchObject({ code: 'session_expired' })
  const { rows } = await deps.db.execute(
    'select (select count(*) from sessions) + (select count(*) from challenges) as n',
  )
  expect(rows).toEqual([{ n: '0' }])
})

/** `count` copies of a token, each with one character changed, but not the last one, which has bits without meaning. */
function flips(token: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const place = Math.floor((at * (token.length - 1)) / count)
    return token.slice(0, place) + (token[place] === 'Q' ? 'R' : 'Q') + token.slice(place + 1)
  })
}
