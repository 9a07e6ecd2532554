import { randomUUIDv7 } from 'node:crypto'
import { type createKey as endpoint, KEYS_MAX } from '@infra/protocol/api-keys'
import type { Input } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { Mandate } from '@infra/protocol/values/mandate'
import { DAY_MS } from '@infra/trust/trust-rules'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockUser } from '../users/user-queries.ts'
import {
  countUsableKeys,
  insertKeyEvent,
  insertKeyRow,
  type KeyRow,
  listSessionGrants,
} from './key-queries.ts'
import { answerRequest, insertMandate, isNonceUsed } from './mandates/mandate-queries.ts'
import { beyondSession } from './mandates/mandate-rules.ts'
import { refuseMoreThanAsked, takeRequest } from './mandates/take-request.ts'
import { verifyMandate } from './mandates/verify-mandate.ts'
import { refuseFields, refuseUnreadableNetworks } from './refuse-fields.ts'

type NewKey = Input<typeof endpoint>['body'] & { days: number }

/**
 * Registers a key by its hash. All keys that sessions granted may together spend a limited sum per day, so that a stolen session leaves no
 * more than that behind when it ends. More requires a signature of the wallet, and so does what a program asked for.
 */
export async function createKey(
  deps: Pick<Deps, 'chain' | 'config' | 'db' | 'now' | 'notifications'>,
  address: string,
  body: Input<typeof endpoint>['body'],
): Promise<KeyRow> {
  const { db, now, notifications } = deps
  const wanted: NewKey = { ...body, days: body.days ?? body.hours! / 24 }
  refuseUnreadableNetworks(wanted.networks)
  if (wanted.code && !wanted.mandate)
    refuseFields({ mandate: 'is needed: what a program asks for takes a signature of your wallet' })
  // Before the transaction, since it may query the chain.
  const mandate =
    wanted.mandate && (await verifyMandate(deps, getAddress(address as Hex), wanted, wanted.mandate))
  const key = await transaction(db, (tx) => register(tx, { address, wanted, mandate, at: now() }))
  // It may have been tried before it was registered, and be cached as unknown.
  notifications.publish('key', key.hash)
  if (wanted.code) notifications.publish('mandate', wanted.code)
  return key
}

async function register(
  tx: Db,
  {
    address,
    wanted,
    mandate,
    at,
  }: { address: string; wanted: NewKey; mandate: Mandate | undefined; at: Date },
): Promise<KeyRow> {
  // If two keys are made at once, the second sees the first.
  if (!(await lockUser(tx, address))) throw new Refusal('invalid_token', 'This account was deleted.')
  if ((await countUsableKeys(tx, address, at)) >= KEYS_MAX)
    throw new Refusal('conflict', `You have ${KEYS_MAX} keys. Revoke one first.`)
  if (!mandate) refuseFields(beyondSession(wanted, await listSessionGrants(tx, address, at)))
  else if (await isNonceUsed(tx, mandate.nonce))
    refuseFields({ 'mandate/nonce': 'was used before; sign a new mandate' })
  if (wanted.code) {
    refuseMoreThanAsked(await takeRequest(tx, wanted.code, at), wanted)
    await answerRequest(tx, wanted.code, 'granted')
  }
  const { hash, hint, mandate: signed, code, ...granted } = wanted
  const {
    creditsTotal: capTotal,
    creditsPerDay: capDay,
    creditsPerJob: capJob,
    days,
    hours,
    ...same
  } = granted
  const row = await insertKeyRow(tx, {
    id: randomUUIDv7(),
    address,
    hash,
    hint,
    ...same,
    capTotal,
    capDay,
    capJob,
    createdAt: at,
    expiresAt: mandate
      ? new Date(mandate.validUntil * 1000)
      : new Date(at.getTime() + Math.round(days * DAY_MS)),
  })
  if (!row) throw new Refusal('conflict', 'A key with this hash is registered already. Make a new one.')
  if (mandate)
    await insertMandate(tx, {
      keyId: row.id,
      nonce: mandate.nonce,
      message: mandate,
      signature: signed!.signature,
    })
  await insertKeyEvent(tx, {
    keyId: row.id,
    at,
    kind: 'created',
    details: { ...granted, isSigned: mandate !== undefined },
  })
  return row
}
