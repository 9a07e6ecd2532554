import { createClient } from '@infra/protocol/client'
import { exchangeSignature, requestChallenge, SIGN_IN_STATEMENT } from '@infra/protocol/sessions'
import { tokenClaims } from '@infra/protocol/token-claims'
import { getMe } from '@infra/protocol/users'
import { eq } from 'drizzle-orm'
import { concat, type Hex, hexToBigInt, numberToHex, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { challenges } from '../db/tables.ts'
import { callWith, signIn } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi({ env: { PUBLIC_URL: 'https://infra.example', TRUST_PROXY: '127.0.0.1' } })
const { call, clock, deps, origin } = api

beforeEach(() => {
  // Each test has a rate window of its own.
  clock.now = new Date(clock.now.getTime() + 10 * 60_000)
})

function newcomer() {
  const { address, signMessage } = privateKeyToAccount(generatePrivateKey())
  return { address, sign: (message: string) => signMessage({ message }) }
}

test('[R-ACC-1] the message to sign is EIP-4361 with the exact statement and values from the configuration', async () => {
  const { address } = newcomer()
  const { message, expiresAt } = await call(requestChallenge, { body: { userId: address } })

  expect(SIGN_IN_STATEMENT).toBe(
    'Welcome! To ensure your security, please sign this message to authenticate your account. Thank you for using our service!',
  )
  expect(parseSiweMessage(message)).toEqual({
    address,
    chainId: 1,
    domain: 'infra.example',
    expirationTime: expiresAt,
    issuedAt: clock.now,
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    scheme: 'https',
    statement: SIGN_IN_STATEMENT,
    uri: 'https://infra.example',
    version: '1',
  })
  expect(expiresAt.getTime() - clock.now.getTime()).toBe(5 * 60_000)
})

test('[A10] a spoofed Host header does not change the message', async () => {
  const answer = await fetch(`${origin}/api/auth/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    body: JSON.stringify({ userId: newcomer().address }),
  })
  expect(parseSiweMessage((await answer.json()).message)).toMatchObject({ domain: 'infra.example' })
})

test('[R-API-1] [R-ACC-5] exchanges a signature for tokens that name the address and their expiry', async () => {
  const { address, sign } = newcomer()
  const tokens = await signIn(call, address, sign)

  expect(tokens).toEqual({
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    tokenType: 'Bearer',
  })
  const seconds = clock.now.getTime() / 1000
  const claims = { sub: address, sid: expect.any(String), iat: seconds }
  expect(tokenClaims(tokens.accessToken)).toEqual({ ...claims, exp: seconds + 5 * 60 })
  expect(tokenClaims(tokens.refreshToken)).toEqual({ ...claims, exp: seconds + 7 * 24 * 3600 })
  expect(await callWith(api, tokens)(getMe)).toMatchObject({ id: address })
})

test('[A46] another process accepts the signature of a message that this one issued', async () => {
  const { address, sign } = newcomer()
  const { message } = await call(requestChallenge, { body: { userId: address } })
  const other = await startTestApi({
    env: { PUBLIC_URL: 'https://infra.example', DATABASE_URL: deps.config.databaseUrl },
  })
  other.clock.now = clock.now
  const tokens = await other.call(exchangeSignature, {
    body: { userId: address, signature: await sign(message) },
  })
  expect(await callWith(api, tokens)(getMe)).toMatchObject({ id: address })
})

test('[A02] refuses a signature without a challenge', async () => {
  const { address, sign } = newcomer()
  const body = { userId: address, signature: await sign('anything') }
  await expect(call(exchangeSignature, { body })).rejects.toMatchObject({ code: 'nonce_invalid' })
})

test('[A04] [A20] accepts a signature once, and then neither it nor its high-s twin', async () => {
  const { address, sign } = newcomer()
  const { message } = await call(requestChallenge, { body: { userId: address } })
  const signature = await sign(message)
  await call(exchangeSignature, { body: { userId: address, signature } })

  for (const again of [signature, highTwin(signature)]) {
    await expect(
      call(exchangeSignature, { body: { userId: address, signature: again } }),
    ).rejects.toMatchObject({
      code: 'nonce_used',
    })
  }
})

test('[A05] a hundred simultaneous uses of one signature create one session', async () => {
  const { address, sign } = newcomer()
  const { message } = await call(requestChallenge, { body: { userId: address } })
  const body = { userId: address, signature: await sign(message) }
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => callFrom(`10.0.0.${at}`)(exchangeSignature, { body })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(codes).toEqual(Array(99).fill('nonce_used'))
})

test('[A14] refuses a signature five minutes after its message was issued', async () => {
  const { address, sign } = newcomer()
  const { message, expiresAt } = await call(requestChallenge, { body: { userId: address } })
  clock.now = expiresAt
  const body = { userId: address, signature: await sign(message) }
  await expect(call(exchangeSignature, { body })).rejects.toMatchObject({ code: 'challenge_expired' })
})

test.for<[string, (message: string) => string]>([
  ['[A08] another domain', (message) => message.replace('infra.example wants', 'evil.example wants')],
  [
    '[A11] another URI',
    (message) => message.replace('URI: https://infra.example', 'URI: https://evil.example'),
  ],
  ['[A13] another chain', (message) => message.replace('Chain ID: 1', 'Chain ID: 0')],
  ['[A23] a second nonce', (message) => `${message}\nNonce: 00000000000000000000000000000000`],
  ['[A25] another statement', (message) => message.replace('Welcome!', 'Give me everything!')],
])('refuses a signature over a message with %s, and the original message stays valid', async ([, change]) => {
  const { address, sign } = newcomer()
  const { message } = await call(requestChallenge, { body: { userId: address } })
  expect(change(message)).not.toBe(message)
  const exchange = async (text: string) =>
    call(exchangeSignature, { body: { userId: address, signature: await sign(text) } })

  await expect(exchange(change(message))).rejects.toMatchObject({ code: 'signature_invalid' })
  await expect(exchange(message)).resolves.toMatchObject({ tokenType: 'Bearer' })
})

test('[A19] refuses a signature by another key', async () => {
  const { address } = newcomer()
  const { message } = await call(requestChallenge, { body: { userId: address } })
  const body = { userId: address, signature: await newcomer().sign(message) }
  await expect(call(exchangeSignature, { body })).rejects.toMatchObject({ code: 'signature_invalid' })
})

test('[A17] refuses an address with a wrong checksum, and accepts one without a checksum in any case', async () => {
  const { address, sign } = newcomer()
  const letter = address.slice(2).search(/[a-f]/) + 2
  const mistyped = (address.slice(0, letter) +
    address[letter]!.toUpperCase() +
    address.slice(letter + 1)) as Hex
  await expect(call(requestChallenge, { body: { userId: mistyped } })).rejects.toMatchObject({
    code: 'address_invalid',
  })

  const lower = address.toLowerCase() as Hex
  const { message } = await call(requestChallenge, { body: { userId: lower } })
  const tokens = await call(exchangeSignature, { body: { userId: address, signature: await sign(message) } })
  expect(tokenClaims(tokens.accessToken).sub).toBe(address)
})

test.for(['0x', '0xabc', 'hello', `0x${'ab'.repeat(100_000)}`])(
  '[A22] refuses the signature %.12s…',
  async (signature) => {
    const answer = await fetch(`${origin}/api/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: newcomer().address, signature }),
    })
    expect([413, 422]).toContain(answer.status)
  },
)

test('a stranger who requests challenges for an address neither displaces nor blocks its owner’s', async () => {
  const owner = newcomer()
  const ask = () => call(requestChallenge, { body: { userId: owner.address } })
  const first = await ask()
  const returned = await Promise.all(Array.from({ length: 20 }, ask))

  expect(new Set([first, ...returned].map(({ message }) => message)).size).toBe(5)
  const rows = await deps.db
    .select()
    .from(challenges)
    .where(eq(challenges.address, owner.address.toLowerCase()))
  expect(rows).toHaveLength(5)
  const body = { userId: owner.address, signature: await owner.sign(first.message) }
  await expect(call(exchangeSignature, { body })).resolves.toMatchObject({ tokenType: 'Bearer' })
})

test('compares a signature with at most ten messages, the open ones first, however many there are', async () => {
  const owner = newcomer()
  const { message } = await call(requestChallenge, { body: { userId: owner.address } })
  await deps.db.insert(challenges).values(
    Array.from({ length: 500 }, (_, at) => ({
      nonce: `used-${at}`,
      address: owner.address.toLowerCase(),
      message: `used before: ${at}`,
      expiresAt: new Date(clock.now.getTime() + 10 * 60_000),
      usedAt: clock.now,
    })),
  )
  let calls = 0
  deps.chain = { isSignedByContract: async () => ++calls < 0 }
  onTestFinished(() => {
    deps.chain = undefined
  })

  const exchange = async (words: string) =>
    call(exchangeSignature, { body: { userId: owner.address, signature: await owner.sign(words) } })
  await expect(exchange('something else')).rejects.toMatchObject({ code: 'signature_invalid' })
  expect(calls).toBe(10)
  await expect(exchange(message)).resolves.toMatchObject({ tokenType: 'Bearer' })
  expect(calls).toBe(10)
})

test('[A01] [A43] rate limits a network’s challenges, even with a forged hop in X-Forwarded-For', async () => {
  const ask = (forwarded: string) =>
    callFrom(forwarded)(requestChallenge, { body: { userId: newcomer().address } })
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => ask(`203.0.113.${at}, 2001:db8:1:1::${at.toString(16)}`)),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(10).fill('rate_limited'))
})

/** The same signature with s in the other half of the curve's order: mathematically as valid, but other bytes. */
function highTwin(signature: Hex): Hex {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = numberToHex(ORDER - hexToBigInt(slice(signature, 32, 64)), { size: 32 })
  const v = slice(signature, 64) === '0x1b' ? '0x1c' : '0x1b'
  return concat([slice(signature, 0, 32), s, v])
}

function callFrom(forwarded: string) {
  return createClient({ prefix: `${origin}/api`, headers: () => ({ 'x-forwarded-for': forwarded }) })
}
