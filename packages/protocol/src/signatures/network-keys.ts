import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Address } from '../values/address.ts'
import { IsoDate } from '../values/iso-date.ts'

export const NetworkKey = z.object({
  address: Address,
  /** It countersigned no receipt of a job that started later; `null` for the current key. */
  until: IsoDate.nullable(),
})
export type NetworkKey = z.infer<typeof NetworkKey>

/** Whether this was a key of the network at that time, in milliseconds. */
export function countedThen(keys: readonly NetworkKey[], address: string, at: number): boolean {
  return keys.some(
    (key) =>
      key.address.toLowerCase() === address.toLowerCase() &&
      (key.until === null || at <= key.until.getTime()),
  )
}

export const listNetworkKeys = endpoint({
  method: 'GET',
  path: '/network-key',
  summary:
    'The keys that the network countersigns receipts with: the one of today first, then all before it.',
  caller: 'anyone',
  response: z.object({ items: z.array(NetworkKey) }),
  limit: { count: 120, seconds: 60 },
  refusals: [],
})
