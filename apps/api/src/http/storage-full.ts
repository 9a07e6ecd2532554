import { Refusal } from '@infra/protocol/refusal'

/** No space, no inodes, or the quota of the system's user is used up. */
const FULL = ['ENOSPC', 'EDQUOT']

export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.includes(String(error.code))
}

export function storageFull(cause: unknown): Refusal {
  return new Refusal('storage_full', 'There is no room for files at the moment. Try again later.', { cause })
}
