import type { lowerKey as endpoint } from '@infra/protocol/api-keys'
import type { Input } from '@infra/protocol/endpoint'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { foundKey } from './found-key.ts'
import { changeKey, findKeyOf, insertKeyEvent, type KeyRow, lockKeyOf } from './key-queries.ts'
import { raisedBy } from './key-rules.ts'
import { presentKey } from './present-key.ts'
import { refuseFields, refuseUnreadableNetworks } from './refuse-fields.ts'

/** Lets a key do less. What it has spent counts, and may then exceed its limit. */
export async function lowerKey(
  { db, now, notifications }: Pick<Deps, 'db' | 'now' | 'notifications'>,
  { address, id }: { address: string; id: string },
  change: Input<typeof endpoint>['body'],
): Promise<KeyRow> {
  refuseUnreadableNetworks(change.networks)
  const row = await transaction(db, async (tx) => {
    const before = foundKey(await lockKeyOf(tx, address, id))
    const raised = raisedBy(presentKey(before), change)
    refuseFields(
      Object.fromEntries(raised.map((name) => [name, 'may only be lowered; make a new key for more'])),
    )
    const { creditsTotal: capTotal, creditsPerDay: capDay, creditsPerJob: capJob, ...same } = change
    await changeKey(tx, id, { ...same, capTotal, capDay, capJob })
    await insertKeyEvent(tx, { keyId: id, at: now(), kind: 'lowered', details: change })
    return foundKey(await findKeyOf(tx, address, id))
  })
  notifications.publish('key', row.hash)
  return row
}
