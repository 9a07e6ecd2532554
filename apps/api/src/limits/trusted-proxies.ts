import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

const BITS: Record<number, number> = { 4: 32, 6: 128 }

/**
 * The addresses and ranges of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. Not just on or off: a client that
 * reaches the port without the proxy could pretend to be anyone.
 */
export const TrustedProxies = z
  .string()
  .default('')
  .transform((given) => {
    const entries = given.split(',').map((entry) => entry.trim())
    return entries.filter((entry) => entry !== '' && entry.toLowerCase() !== 'false')
  })
  .refine(
    (entries) => entries.every(isAddressOrRange),
    'must be the addresses or ranges of your proxies, separated by commas, such as 127.0.0.1 or 10.0.0.0/24; leave it empty where there is no proxy',
  )

export function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = BITS[isIP(address)]
  if (bits === undefined || rest.length > 0) return false
  // A range that covers every address would trust anyone.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
}

/** Node.js calls this a block list; here it lists what is trusted. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

export function isListed(list: BlockList, address: string | undefined): boolean {
  return address !== undefined && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
