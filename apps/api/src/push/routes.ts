import * as protocol from '@infra/protocol/jobs/push'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { isPublicKey } from './encrypt-push.ts'
import { deleteSubscription, storeSubscription } from './push-queries.ts'

export function pushRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, protocol.getPushKey, async () => ({ key: (await deps.pushKey()).publicKey }))

  route(server, deps, protocol.subscribeToPush, async ({ caller: { address, sessionId }, body }) => {
    const why = deps.outbound.whyRefused(body.endpoint)
    if (why) throw invalid('/endpoint', why)
    if (!isPublicKey(body.keys.p256dh)) throw invalid('/keys/p256dh', 'must be a point of P-256')
    await storeSubscription(deps.db, { address, sessionId: sessionId! }, body, deps.now())
  })

  route(server, deps, protocol.unsubscribeFromPush, ({ caller: { sessionId } }) =>
    deleteSubscription(deps.db, sessionId!),
  )
}

function invalid(pointer: string, message: string): Refusal {
  return new Refusal('validation_failed', '1 field is not valid.', { errors: [{ pointer, message }] })
}
