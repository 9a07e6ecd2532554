import { Refusal } from '@infra/protocol/refusal'
import { type Hex, isAddressEqual, recoverAddress } from 'viem'
import type { Deps } from '../deps.ts'

/** A key's signature is checked here; a smart account's is checked on the chain. */
export async function isSignedBy(
  { chain }: Pick<Deps, 'chain'>,
  proof: { address: Hex; hash: Hex; signature: Hex },
  deadline: AbortSignal,
): Promise<boolean> {
  const signer = await recoverAddress(proof).catch(() => undefined)
  if (signer && isAddressEqual(signer, proof.address)) return true
  if (!chain) return false
  try {
    return await chain.isSignedByContract(proof, deadline)
  } catch (cause) {
    throw new Refusal(
      'dependency_unavailable',
      'The chain did not answer, so this smart account cannot be checked now.',
      {
        cause,
        retryAfterSeconds: 10,
      },
    )
  }
}
