import { z } from 'zod'
import { Address } from '../values/address.ts'
import { integer } from '../values/integer.ts'
import { Signature, type TypedData } from './receipts.ts'

/** Used in the name of a folder, so no other characters are allowed. */
export const AgentVersion = z
  .string()
  .max(40)
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-b[0-9a-f]{12})?$/)

/** A version of the node agent that the network wants its nodes to run. */
export const AgentRelease = z.strictObject({
  version: AgentVersion,
  /** Of the package, as npm writes it. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  /** When the network first served it, in milliseconds: a node doesn't install a release that is older than its own. */
  releasedAt: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
})
export type AgentRelease = z.infer<typeof AgentRelease>

export const SignedAgentRelease = z.object({
  release: AgentRelease,
  network: Address,
  networkSignature: Signature,
})
export type SignedAgentRelease = z.infer<typeof SignedAgentRelease>

/** EIP-712, like a receipt. */
export function agentReleaseTypedData(release: AgentRelease): TypedData {
  return {
    domain: { name: 'Infra node agent', version: '1' },
    types: {
      Release: [
        { name: 'version', type: 'string' },
        { name: 'integrity', type: 'string' },
        { name: 'releasedAt', type: 'uint64' },
      ],
    },
    primaryType: 'Release',
    message: { ...release, releasedAt: BigInt(release.releasedAt) },
  }
}
