import type { Check, SignedCheck } from '@infra/protocol/signatures/checks'
import type { ReceiptClaims } from '@infra/protocol/signatures/receipts'
import { checkHash, receiptHash } from '../attempts/receipt-hash.ts'
import type { Deps } from '../deps.ts'

/** States the outcome of a result's check, signed with the key that countersigns receipts. */
export async function signCheck(
  { networkKey }: Pick<Deps, 'networkKey'>,
  claims: ReceiptClaims,
  found: Omit<Check, 'receiptHash'>,
): Promise<SignedCheck> {
  const check = { receiptHash: receiptHash(claims).toString('hex'), ...found }
  const network = await networkKey()
  return { check, network: network.address, networkSignature: network.sign(checkHash(check)) }
}
