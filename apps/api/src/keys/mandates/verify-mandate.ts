import {
  type Mandate,
  type MandatedKey,
  type MandateSignature,
  mandateOf,
  mandateTypedData,
} from '@infra/protocol/values/mandate'
import { type Hex, hashTypedData } from 'viem'
import type { Deps } from '../../deps.ts'
import { RPC_MS_MAX } from '../../rpc-ms-max.ts'
import { isSignedBy } from '../../sessions/is-signed-by.ts'
import { refuseFields } from '../refuse-fields.ts'
import { isFresh } from './mandate-rules.ts'

/**
 * The mandate that the account signed for this key. Everything but nonce and start is derived here from the future key, so if anything
 * differs from what was signed, the signature isn't the account's.
 */
export async function verifyMandate(
  deps: Pick<Deps, 'chain' | 'config' | 'now'>,
  account: Hex,
  key: MandatedKey,
  { nonce, validFrom, signature }: MandateSignature,
): Promise<Mandate> {
  const network = deps.config.publicUrl.origin
  const mandate = mandateOf(key, { network, account, validFrom, nonce })
  const proof = { address: account, hash: hashTypedData(typedDataOf(mandate)), signature: signature as Hex }
  if (!(await isSignedBy(deps, proof, AbortSignal.timeout(RPC_MS_MAX))))
    refuseFields({ 'mandate/signature': 'is not that of your wallet over the mandate of this key' })
  if (!isFresh(validFrom, deps.now()))
    refuseFields({ 'mandate/validFrom': 'is too long ago or ahead; sign a new mandate' })
  return mandate
}

/** viem's types want bigint for large integers, but numbers work as well. */
function typedDataOf(mandate: Mandate) {
  return mandateTypedData(mandate) as unknown as Parameters<typeof hashTypedData>[0]
}
