import { randomUUIDv7 } from 'node:crypto'
import { type createKey as endpoint, KEY_CREDITS_PER_DAY_MAX, KEYS_MAX } from '@infra/protocol/api-keys'
import type { Input } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { KeyScope } from '@infra/protocol/values/api-key'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockUser } from '../users/user-queries.ts'
import { insertKeyEvent, insertKeyRow, type KeyRow, listUsableKeys } from './key-queries.ts'
import { refuseFields, refuseUnreadableNetworks } from './refuse-fields.ts'

type NewKey = Input<typeof endpoint>['body']

const DAY_MS = 24 * 60 * 60_000

/**
 * Registers a key by its hash. All keys of a person together may spend a bounded sum per day: a session that was stolen and ended leaves
 * no more than that behind.
 */
export async function createKey(
  { db, now, notifications }: Pick<Deps, 'db' | 'now' | 'notifications'>,
  address: string,
  wanted: NewKey,
): Promise<KeyRow> {
  const at = now()
  refuseUnreadableNetworks(wanted.networks)
  const key = await transaction(db, async (tx) => {
    // Of two keys that are made at once, the second sees the first.
    if (!(await lockUser(tx, address))) throw new Refusal('invalid_token', 'This account was deleted.')
    const usable = await listUsableKeys(tx, address, at)
    if (usable.length >= KEYS_MAX)
      throw new Refusal('conflict', `You have ${KEYS_MAX} keys. Revoke one first.`)
    refuseTooMuchPerDay([...usable, { scopes: wanted.scopes, capDay: wanted.creditsPerDay }], wanted)
    const { creditsTotal: capTotal, creditsPerDay: capDay, creditsPerJob: capJob, days, ...same } = wanted
    const row = await insertKeyRow(tx, {
      id: randomUUIDv7(),
      address,
      ...same,
      capTotal,
      capDay,
      capJob,
      createdAt: at,
      expiresAt: new Date(at.getTime() + days * DAY_MS),
    })
    if (!row) throw new Refusal('conflict', 'A key with this hash is registered already. Make a new one.')
    const { hash: _, hint: __, ...granted } = wanted
    await insertKeyEvent(tx, { keyId: row.id, at, kind: 'created', details: granted })
    return row
  })
  // It may have been tried before it was registered, and be remembered as unknown.
  notifications.publish('key', key.hash)
  return key
}

interface Grant {
  scopes: KeyScope[]
  capDay: number
}

/** Keys that cannot order spend nothing. */
function refuseTooMuchPerDay(grants: Grant[], { scopes }: Pick<NewKey, 'scopes'>): void {
  if (!scopes.includes('order')) return
  const perDay = grants
    .filter((grant) => grant.scopes.includes('order'))
    .reduce((sum, { capDay }) => sum + capDay, 0)
  if (perDay <= KEY_CREDITS_PER_DAY_MAX) return
  const others = perDay - grants.at(-1)!.capDay
  refuseFields({
    creditsPerDay: `may be ${KEY_CREDITS_PER_DAY_MAX - others} at most: all your keys together may spend ${KEY_CREDITS_PER_DAY_MAX} credits per day`,
  })
}
