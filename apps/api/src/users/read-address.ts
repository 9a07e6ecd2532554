import { Refusal } from '@infra/protocol/refusal'
import type { Address } from '@infra/protocol/values/address'
import { type Hex, isAddress } from 'viem'

/** The address in lower case, as it is stored and compared. A wrong checksum means a mistyped address and is refused. */
export function readAddress(address: Address): Hex {
  const digits = address.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && !isAddress(address)) {
    throw new Refusal('address_invalid', 'The address has a wrong checksum: a character may be mistyped.')
  }
  return address.toLowerCase() as Hex
}
