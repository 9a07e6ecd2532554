import { z } from 'zod'
import { Sha256 } from '../files.ts'
import { Address } from '../values/address.ts'
import { integer } from '../values/integer.ts'
import { countedThen, type NetworkKey } from './network-keys.ts'
import { Signature, Stated, type TypedData } from './receipts.ts'

/** Replaces the second machine for private jobs: nobody can find out who else had the input. */
export const NO_NODE: Address = `0x${'0'.repeat(40)}`

/**
 * `agreed`: a second machine got the same result. `unclear`: the two differ by no more than two machines may. `contradicted`: others got
 * another result. `overturned`: an earlier `contradicted` was wrong.
 */
export const checkOutcomes = ['agreed', 'unclear', 'contradicted', 'overturned'] as const
export const CheckOutcome = z.enum(checkOutcomes)
export type CheckOutcome = z.infer<typeof CheckOutcome>

/** The network's statement about a result that was run again. Only the network signs it, some time after the receipt. */
export const Check = z.strictObject({
  /** What node and network signed of the receipt: the hash of its typed data. */
  receiptHash: Sha256,
  outcome: CheckOutcome,
  /** How the results were compared. */
  comparator: Stated,
  comparatorVersion: integer({ min: 1, max: 2 ** 32 - 1 }),
  /** Between the results, in millionths of the comparator's measure. */
  distance: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  /** How likely this result was to be checked, in parts per million. */
  ratePpm: integer({ min: 0, max: 1_000_000 }),
  /** The node that ran it again, or `NO_NODE`. */
  second: Address,
  /** By the network's clock, in milliseconds. */
  at: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
})
export type Check = z.infer<typeof Check>

export const SignedCheck = z.object({ check: Check, network: Address, networkSignature: Signature })
export type SignedCheck = z.infer<typeof SignedCheck>

/** EIP-712, like a receipt. */
export const checkType = {
  domain: { name: 'Infra check', version: '1' },
  types: {
    Check: [
      { name: 'receiptHash', type: 'bytes32' },
      { name: 'outcome', type: 'string' },
      { name: 'comparator', type: 'string' },
      { name: 'comparatorVersion', type: 'uint32' },
      { name: 'distance', type: 'uint64' },
      { name: 'ratePpm', type: 'uint32' },
      { name: 'second', type: 'address' },
      { name: 'at', type: 'uint64' },
    ],
  },
  primaryType: 'Check',
} as const

export function checkTypedData(check: Check): TypedData {
  const message = {
    ...check,
    receiptHash: `0x${check.receiptHash}`,
    distance: BigInt(check.distance),
    at: BigInt(check.at),
  }
  return { ...checkType, message }
}

/** What is needed to verify a check. The caller recovers the signer, since that needs elliptic-curve code. */
export interface CheckEvidence {
  /** Of the receipt that it should be about. */
  receiptHash: string
  /** Who signed `checkTypedData(check)`. */
  signer: string
  networkKeys: readonly NetworkKey[]
}

/** Whether a check is about this receipt, and whether the network signed it with a key that was its own then. */
export function verifyCheck(
  { check, network }: SignedCheck,
  { receiptHash, signer, networkKeys }: CheckEvidence,
): { isOfReceipt: boolean; isSigned: boolean } {
  return {
    isOfReceipt: check.receiptHash === receiptHash.replace(/^0x/, ''),
    isSigned: signer.toLowerCase() === network.toLowerCase() && countedThen(networkKeys, signer, check.at),
  }
}
