import * as protocol from '@infra/protocol/programs/webhooks'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { NUMBER_CURSOR, pageOf, readCursor } from '../http/page.ts'
import { route } from '../http/route.ts'
import { changeWebhook, createWebhook, foundWebhook, rotateSecret } from './change-webhook.ts'
import { findDelivery, insertTest, listDeliveriesTo, replayBetween, sendAgain } from './delivery-queries.ts'
import { followWebhookRoute } from './follow-webhook.ts'
import { presentDelivery, presentWebhook } from './present-webhook.ts'
import { deleteWebhookRow, findWebhook, listWebhooksOf, type WebhookRow } from './webhook-queries.ts'

/** Only sessions may make changes: an API key that leaked must not leave a listener behind. */
export function webhookRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const present = (row: WebhookRow) => presentWebhook(row, now())
  const withSecret = (row: WebhookRow) => ({ ...present(row), secret: row.secret })
  const mine = async (address: string, id: string) => foundWebhook(await findWebhook(db, address, id))

  route(server, deps, protocol.createWebhook, async ({ caller, body }) =>
    withSecret(await createWebhook(deps, caller.address, body)),
  )

  route(server, deps, protocol.listWebhooks, async ({ caller }) => ({
    items: (await listWebhooksOf(db, caller.address)).map(present),
  }))

  route(server, deps, protocol.changeWebhook, async ({ caller: { address }, params: { id }, body }) =>
    present(await changeWebhook(deps, { address, id }, body)),
  )

  route(server, deps, protocol.deleteWebhook, async ({ caller, params }) => {
    if (!(await deleteWebhookRow(db, caller.address, params.id))) foundWebhook(undefined)
  })

  route(server, deps, protocol.rotateWebhook, async ({ caller: { address }, params: { id } }) =>
    withSecret(await rotateSecret(deps, { address, id })),
  )

  route(server, deps, protocol.testWebhook, async ({ caller: { address }, params: { id } }) => {
    refuseStopped(await mine(address, id))
    const [test] = await insertTest(db, [address, id])
    return test!
  })

  route(server, deps, protocol.listDeliveries, async ({ caller: { address }, params: { id }, query }) => {
    await mine(address, id)
    const before = readCursor(query.before, NUMBER_CURSOR)
    const rows = await listDeliveriesTo(db, id, { ...query, before })
    return pageOf(rows, query, { cursor: (row) => row.id, present: presentDelivery })
  })

  followWebhookRoute(server, deps)

  route(server, deps, protocol.retryDelivery, async ({ caller: { address }, params }) => {
    refuseStopped(await mine(address, params.id))
    await sendAgain(db, [params.id, params.delivery])
    const row = await findDelivery(db, params.id, params.delivery)
    if (!row) throw new Refusal('not_found', 'There is no such delivery.')
    return presentDelivery(row)
  })

  route(server, deps, protocol.replayDeliveries, async ({ caller: { address }, params: { id }, body }) => {
    refuseStopped(await mine(address, id))
    return { count: await replayBetween(db, id, body) }
  })
}

function refuseStopped({ stoppedAt }: WebhookRow): void {
  if (stoppedAt) throw new Refusal('conflict', 'This webhook endpoint is off. Switch it on first.')
}
