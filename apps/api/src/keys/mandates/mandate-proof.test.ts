import { randomBytes, randomInt } from 'node:crypto'
import { createKey } from '@infra/protocol/api-keys'
import { Refusal } from '@infra/protocol/refusal'
import { type Mandate, mandateOf } from '@infra/protocol/values/mandate'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type NewKey, newKey } from '../../test/api-key.ts'
import { liftRateLimits } from '../../test/lift-rate-limits.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { type Signer, signerAt } from './test/signer.ts'

/** `npm run proof` runs all of it. */
const MUTATIONS = Number(process.env.PROOF_MANDATES ?? 160)

const api = await startTestApi({ env: { LOG_LEVEL: 'silent', REQUESTS_PER_NETWORK: '64' } })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)

/** `PROOF_SABOTAGE=mandate`: the chain accepts every signature. The test must then fail. */
if (process.env.PROOF_SABOTAGE === 'mandate') deps.chain = { isSignedByContract: async () => true }

interface Attempt {
  body: NewKey
  signer: Signer
}

const bytes32 = () => `0x${randomBytes(32).toString('hex')}` as const

/** Changes one field of the request after signing. */
const sent: Record<string, (body: NewKey) => Partial<NewKey>> = {
  name: ({ name }) => ({ name: `${name}.` }),
  hash: () => ({ hash: randomBytes(32).toString('hex') }),
  scopes: () => ({ scopes: ['read', 'order', 'publish'] }),
  apps: () => ({ apps: ['echo', 'speak'] }),
  creditsTotal: ({ creditsTotal }) => ({ creditsTotal: creditsTotal! + randomInt(1, 1_000_000) }),
  creditsPerDay: ({ creditsPerDay }) => ({ creditsPerDay: creditsPerDay + randomInt(1, 1_000_000) }),
  creditsPerJob: ({ creditsPerJob }) => ({ creditsPerJob: creditsPerJob! + randomInt(1, 1_000_000) }),
  days: ({ days }) => ({ days: days + randomInt(1, 200) }),
  nonce: ({ mandate }) => ({ mandate: { ...mandate!, nonce: bytes32() } }),
  validFrom: ({ mandate }) => ({
    mandate: { ...mandate!, validFrom: mandate!.validFrom - randomInt(1, 600) },
  }),
  signature: ({ mandate }) => ({
    mandate: { ...mandate!, signature: withOneByteChanged(mandate!.signature) },
  }),
}

/** Changes one field of the mandate before signing. */
const signed: Record<string, (mandate: Mandate) => Partial<Mandate>> = {
  network: () => ({ network: 'https://other.example' }),
  account: () => ({ account: `0x${randomBytes(20).toString('hex')}` }),
  validUntil: ({ validUntil }) => ({ validUntil: validUntil + randomInt(1, 1_000_000) }),
  keyHash: () => ({ keyHash: bytes32() }),
}

function withOneByteChanged(signature: string): string {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  // Not the last byte, the recovery id, because several of its values are valid.
  bytes[randomInt(64)]! ^= randomInt(1, 256)
  return `0x${bytes.toString('hex')}`
}

const people = [await signerAt(api), await signerAt(api)]

async function mutated(place: number): Promise<Attempt> {
  const signer = people[place % people.length]!
  const wanted = newKey({ creditsTotal: 10_000, creditsPerDay: 2_000, creditsPerJob: 50, days: 100 }).body
  const mandate = mandateOf(wanted, {
    network: deps.config.publicUrl.origin,
    account: signer.address,
    validFrom: Math.floor(api.clock.now.getTime() / 1000),
    nonce: bytes32(),
  })
  const kinds = [...Object.keys(sent), ...Object.keys(signed), 'signer']
  const kind = kinds[place % kinds.length]!
  const toSign = { ...mandate, ...signed[kind]?.(mandate) }
  const actualSigner = kind === 'signer' ? people.find((one) => one !== signer)! : signer
  const { nonce, validFrom } = mandate
  const body = { ...wanted, mandate: { nonce, validFrom, signature: await actualSigner.signMandate(toSign) } }
  return { signer, body: { ...body, ...sent[kind]?.(body) } }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => (error instanceof Refusal ? (error.errors[0]?.pointer ?? error.code) : String(error)),
  )

test(`refuses all of ${MUTATIONS} mutated mandates and accepts unmodified ones`, {
  timeout: 60_000 + MUTATIONS * 100,
}, async () => {
  const outcomes = new Map<string, number>()
  for (let place = 0; place < MUTATIONS; place++) {
    const { signer, body } = await mutated(place)
    const code = await codeOf(signer.call(createKey, { body }))
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
  }
  expect(Object.fromEntries(outcomes)).toEqual({ '/mandate/signature': MUTATIONS })
  const { rows } = await deps.db.execute(sql`select count(*)::int as count from api_keys`)
  expect(rows).toEqual([{ count: 0 }])
  for (const { call, signed: sign } of people)
    expect(await codeOf(call(createKey, { body: await sign(newKey({ creditsPerDay: 2_000 }).body) }))).toBe(
      'accepted',
    )
})
