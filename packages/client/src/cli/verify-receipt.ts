import { countedThen } from '@infra/protocol/signatures/network-keys'
import { Receipt, receiptTypedData, sha256Hex } from '@infra/protocol/signatures/receipts'
import { recoverTypedDataAddress } from 'viem/utils'
import type { NetworkKey } from '../types.ts'

export interface VerifiedClaim {
  claim: string
  holds: boolean
}

/** Verifies a receipt locally. Only the list of the network's keys, present and past, comes from the network. */
export async function verifyReceipt(
  receipt: Receipt,
  networkKeys: readonly NetworkKey[],
  results: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<VerifiedClaim[]> {
  const { claims, nodeSignature, network, networkSignature } = receipt
  const signed = receiptTypedData(claims)
  const signerOf = (signature: string) =>
    recoverTypedDataAddress({ ...signed, signature: signature as `0x${string}` }).catch(() => 'nobody')
  const countersigner = await signerOf(networkSignature)
  const keys = networkKeys.map(({ address, until }) => ({
    address,
    until: until === null ? null : new Date(until),
  }))
  const files = Object.entries(results).map(async ([name, bytes]) => ({
    claim: `${name} is a result of job ${claims.job}.`,
    holds: claims.outputHashes.includes(await sha256Hex(bytes)),
  }))
  return [
    { claim: `Node ${claims.node} signed it.`, holds: isSame(await signerOf(nodeSignature), claims.node) },
    {
      claim: `The network countersigned it, with a key that was its own then.`,
      holds: isSame(countersigner, network) && countedThen(keys, countersigner, claims.startedAt),
    },
    ...(await Promise.all(files)),
  ]
}

/** A receipt, or the receipt of a job. */
export function receiptIn(json: unknown): Receipt | undefined {
  const { data } = Receipt.safeParse((json as { receipt?: unknown } | null)?.receipt ?? json)
  return data
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
