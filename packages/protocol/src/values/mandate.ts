import { z } from 'zod'
import { Address } from './address.ts'
import { integer } from './integer.ts'
import { Signature } from './signature.ts'

const Bytes32 = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)])

/** What a person grants to the holder of a key. Their wallet shows every line and signs them all (EIP-712). */
export const Mandate = z.object({
  /** The origin of the network for which it's valid. */
  network: z.string(),
  account: Address,
  /** Who gets it: the name of the key. */
  holder: z.string(),
  /** Such as `read order`. */
  scopes: z.string(),
  /** `all`, or their ids, such as `speak,transcribe`. */
  apps: z.string(),
  totalCredits: z.int(),
  creditsPerDay: z.int(),
  creditsPerJob: z.int(),
  /** In seconds, as on a chain. */
  validFrom: z.int(),
  validUntil: z.int(),
  /** SHA-256 of the key. */
  keyHash: Bytes32,
  nonce: Bytes32,
})
export type Mandate = z.infer<typeof Mandate>

/** The parts of a signed mandate that aren't in its key. */
export const MandateSignature = z.strictObject({
  nonce: Bytes32,
  validFrom: integer({ min: 0, max: 2 ** 40 }),
  signature: Signature,
})
export type MandateSignature = z.infer<typeof MandateSignature>

const types = {
  Mandate: [
    { name: 'network', type: 'string' },
    { name: 'account', type: 'address' },
    { name: 'holder', type: 'string' },
    { name: 'scopes', type: 'string' },
    { name: 'apps', type: 'string' },
    { name: 'totalCredits', type: 'uint64' },
    { name: 'creditsPerDay', type: 'uint64' },
    { name: 'creditsPerJob', type: 'uint64' },
    { name: 'validFrom', type: 'uint64' },
    { name: 'validUntil', type: 'uint64' },
    { name: 'keyHash', type: 'bytes32' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export function mandateTypedData(message: Mandate) {
  return { domain: { name: 'Infra mandate', version: '1' }, types, primaryType: 'Mandate', message } as const
}

/** The parts of a key that go into its mandate. */
export interface MandatedKey {
  name: string
  hash: string
  scopes: readonly string[]
  apps: readonly string[] | null
  creditsTotal: number | null
  creditsPerDay: number
  creditsPerJob: number | null
  days: number
}

const DAY_SECONDS = 24 * 60 * 60

/** If a key has no total limit, the mandate states what its other limits add up to. */
export function mandateOf(
  key: MandatedKey,
  granted: Pick<Mandate, 'network' | 'account' | 'validFrom' | 'nonce'>,
): Mandate {
  return {
    ...granted,
    holder: key.name,
    scopes: key.scopes.join(' '),
    apps: key.apps?.join(',') ?? 'all',
    // The first and last day are only partly covered, but count as days of the calendar.
    totalCredits: key.creditsTotal ?? key.creditsPerDay * (key.days + 1),
    creditsPerDay: key.creditsPerDay,
    creditsPerJob: key.creditsPerJob ?? key.creditsPerDay,
    validUntil: granted.validFrom + key.days * DAY_SECONDS,
    keyHash: `0x${key.hash}`,
  }
}
