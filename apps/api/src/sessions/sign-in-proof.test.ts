import { createClient } from '@infra/protocol/client'
import { Refusal } from '@infra/protocol/refusal'
import { exchangeSignature, refreshTokens, requestChallenge, type TokenSet } from '@infra/protocol/sessions'
import { getMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { callWith, signIn } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** `npm run proof` asks for all of it. */
const MUTATIONS = Number(process.env.PROOF_MUTATIONS ?? 120)
const REPLAYS = Number(process.env.PROOF_REPLAYS ?? 30)
const PARALLEL = 100

const api = await startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } })
const { clock, deps, origin } = api
const options = { timeout: 60_000 + (MUTATIONS + REPLAYS) * 100 }

/** `PROOF_SABOTAGE` removes one protection, in the database or in the check; one of the tests must then fail. */
const sabotages: Record<string, string> = {
  once: 'create trigger sabotage before update on challenges for each row execute function forget_use()',
  revoke:
    'create trigger sabotage before update on sessions for each row execute function forget_revocation()',
  grace: 'create trigger sabotage before update on sessions for each row execute function forget_previous()',
}
const sabotage = process.env.PROOF_SABOTAGE
if (sabotage === 'signature') {
  deps.chain = { isSignedByContract: async () => true }
} else if (sabotage && sabotages[sabotage]) {
  const forget = { use: 'used_at', revocation: 'revoked_at', previous: 'previous_refresh_id' }
  for (const [name, column] of Object.entries(forget)) {
    await deps.db.execute(
      `create function forget_${name}() returns trigger language plpgsql as $$ begin new.${column} := null; return new; end $$`,
    )
  }
  await deps.db.execute(sabotages[sabotage])
}

/** Calls from a different network each time, so that no call is refused by the rate limit. */
const call = createClient({
  prefix: `${origin}/api`,
  headers: () => ({ 'x-forwarded-for': `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}` }),
})

function someone() {
  const account = privateKeyToAccount(generatePrivateKey())
  return { address: account.address, sign: (message: string) => account.signMessage({ message }) }
}

const refresh = ({ refreshToken }: TokenSet) => call(refreshTokens, { body: { token: refreshToken } })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  )

test(`accepts none of ${MUTATIONS} random mutations of a valid sign-in`, options, async () => {
  const outcomes = new Map<string, number>()
  for (let done = 0; done < MUTATIONS; done++) {
    // A modified signature, or one over a modified or an earlier message, or by or for someone else.
    const { address, sign } = someone()
    const { message } = await call(requestChallenge, { body: { userId: address } })
    const code = await codeOf(call(exchangeSignature, { body: await mutated(address, message, sign) }))
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
    clock.now = new Date(clock.now.getTime() + 10)
  }
  expect(outcomes.get('accepted') ?? 0).toBe(0)
  expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBe(MUTATIONS)
})

test(`${PARALLEL} simultaneous uses of one challenge create one session`, options, async () => {
  const { address, sign } = someone()
  const { message } = await call(requestChallenge, { body: { userId: address } })
  const body = { userId: address, signature: await sign(message) }
  const codes = await Promise.all(
    Array.from({ length: PARALLEL }, () => codeOf(call(exchangeSignature, { body }))),
  )
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
  const { rows } = await deps.db.execute(
    sql`select count(*)::int as count from sessions where address = ${address.toLowerCase()}`,
  )
  expect(rows).toEqual([{ count: 1 }])
})

test(`each of ${REPLAYS} refresh replays after the grace period ends its session`, options, async () => {
  for (let done = 0; done < REPLAYS; done++) {
    const { address, sign } = someone()
    const first = await signIn(call, address, sign)
    const second = await refresh(first)
    clock.now = new Date(clock.now.getTime() + 10_001)
    expect(await codeOf(refresh(first))).toBe('refresh_reused')
    expect(await codeOf(refresh(second))).toBe('invalid_token')
    expect(await codeOf(callWith(api, second)(getMe))).toBe('invalid_token')
  }
})

test(`${REPLAYS} responses that are lost within the grace period sign nobody out`, options, async () => {
  for (let done = 0; done < REPLAYS; done++) {
    const { address, sign } = someone()
    const first = await signIn(call, address, sign)
    const lost = await refresh(first)
    clock.now = new Date(clock.now.getTime() + Math.floor(Math.random() * 9_999))
    const again = await refresh(first)
    expect(decodeJwt(again.refreshToken).jti).toBe(decodeJwt(lost.refreshToken).jti)
    expect(await codeOf(callWith(api, again)(getMe))).toBe('accepted')
  }
})

async function mutated(
  address: `0x${string}`,
  message: string,
  sign: (text: string) => Promise<`0x${string}`>,
) {
  const signature = await sign(message)
  const kinds = [
    async () => ({ userId: address, signature: await sign(withOneChanged(message)) }),
    async () => ({
      userId: address,
      signature: `0x${withOneChanged(signature.slice(2), /[0-9a-f]/)}` as const,
    }),
    async () => ({ userId: someone().address, signature }),
    async () => ({ userId: address, signature: await someone().sign(message) }),
    // A signature over an earlier message of the same person, which a new one replaced.
    async () => {
      const old = await sign(message)
      clock.now = new Date(clock.now.getTime() + 5 * 60_000 + 1)
      await call(requestChallenge, { body: { userId: address } })
      return { userId: address, signature: old }
    },
  ]
  return kinds[Math.floor(Math.random() * kinds.length)]!()
}

/** Replaces a random character with another of its kind. */
function withOneChanged(text: string, kind = /./): string {
  const place = Math.floor(Math.random() * text.length)
  const alphabet =
    kind.test('0') && !kind.test('z') ? '0123456789abcdef' : 'abcdefghijklmnopqrstuvwxyz0123456789'
  const other = [...alphabet].find((letter) => letter !== text[place])!
  return text.slice(0, place) + other + text.slice(place + 1)
}
