import * as protocol from '@infra/protocol/api-keys'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { pageOf, readCursor, UUID_CURSOR } from '../http/page.ts'
import { route } from '../http/route.ts'
import { createKey } from './create-key.ts'
import { foundKey } from './found-key.ts'
import { changeKey, findKeyOf, insertKeyEvent, listEventsOf, listKeysOf, lockKeyOf } from './key-queries.ts'
import { lowerKey } from './lower-key.ts'
import { findMandate } from './mandates/mandate-queries.ts'
import { presentKey } from './present-key.ts'

export function keyRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, now, notifications } = deps

  route(server, deps, protocol.createKey, async ({ caller, body }) =>
    presentKey(await createKey(deps, caller.address, body)),
  )

  route(server, deps, protocol.listKeys, async ({ caller }) => ({
    items: (await listKeysOf(db, caller.address, now())).map(presentKey),
  }))

  route(server, deps, protocol.getKey, async ({ caller, params }) => {
    const key = foundKey(await findKeyOf(db, caller.address, params.id))
    return { ...presentKey(key), mandate: (await findMandate(db, key.id)) ?? null }
  })

  route(server, deps, protocol.lowerKey, async ({ caller, params, body }) =>
    presentKey(await lowerKey(deps, { address: caller.address, id: params.id }, body)),
  )

  route(server, deps, protocol.revokeKey, async ({ caller, params: { id } }) => {
    const { hash } = await transaction(db, async (tx) => {
      const key = foundKey(await lockKeyOf(tx, caller.address, id))
      if (key.revokedAt) return key
      await changeKey(tx, id, { revokedAt: now() })
      await insertKeyEvent(tx, { keyId: id, at: now(), kind: 'revoked' })
      return key
    })
    notifications.publish('key', hash)
  })

  route(server, deps, protocol.listKeyEvents, async ({ caller, params, query }) => {
    foundKey(await findKeyOf(db, caller.address, params.id))
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listEventsOf(db, params.id, { ...query, before })
    return pageOf(rows, query, { cursor: ({ id }) => id, present: (event) => event })
  })

  route(server, deps, protocol.getCallingKey, async ({ caller: { address, key } }) => {
    if (!key) throw new Refusal('forbidden', 'Call this with an API key. Yours are at /user/me/key.')
    return presentKey(foundKey(await findKeyOf(db, address, key.id)))
  })
}
