import { REPLAYED_MAX } from '@infra/protocol/programs/webhooks'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { webhookDeliveries, webhookMessages } from '../db/ledger-tables.ts'
import { statement } from '../db/statement.ts'

const columns = {
  ...getTableColumns(webhookDeliveries),
  type: webhookMessages.type,
  jobId: webhookMessages.jobId,
  createdAt: webhookMessages.createdAt,
}
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveriesTo>>[number]

const select = (db: Db) =>
  db
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))

/** Newest first, and one more than the limit, so that the caller knows whether there is a next page. */
export async function listDeliveriesTo(
  db: Db,
  endpointId: string,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
) {
  const isAfter = before ? lt(webhookDeliveries.id, Number(before)) : undefined
  return select(db)
    .where(and(eq(webhookDeliveries.endpointId, endpointId), isAfter))
    .orderBy(desc(webhookDeliveries.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

export async function findDelivery(db: Db, endpointId: string, id: string): Promise<DeliveryRow | undefined> {
  const isIt = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, Number(id)))
  const [row] = await select(db).where(isIt)
  return row
}

/** Leaves deliveries alone that are being sent now, because a try is in progress. */
export const sendAgain = statement(
  'send-delivery-again',
  `update webhook_deliveries set state = 'waiting', next_at = now()
  where endpoint_id = $1 and id = $2 and (state <> 'waiting' or next_at > now() + interval '1 minute')`,
)

const replay = statement<{ id: string }>(
  'replay-deliveries',
  `update webhook_deliveries set state = 'waiting', next_at = now() where id in (
    select d.id from webhook_deliveries d join webhook_messages m on m.id = d.message_id
    where d.endpoint_id = $1 and d.state = any($2) and m.created_at >= $3 and m.created_at < coalesce($4, 'infinity'::timestamptz)
    order by m.created_at, d.id limit ${REPLAYED_MAX}
  ) and state = any($2) returning id`,
)

export async function replayBetween(
  db: Db,
  endpointId: string,
  { since, until, states = ['failed'] }: { since: Date; until?: Date; states?: string[] },
): Promise<number> {
  return (await replay(db, [endpointId, states, since, until])).length
}

/** Deliveries that wait for an endpoint that was switched off are no longer sent automatically. */
export const stopWaiting = statement(
  'stop-waiting-deliveries',
  `update webhook_deliveries set state = 'failed', next_at = null, error = 'Switched off before it was delivered.'
  where endpoint_id = $1 and state = 'waiting'`,
)

/** Only to this endpoint. */
export const insertTest = statement<{ messageId: string }>(
  'insert-test-message',
  `with message as (
    insert into webhook_messages (id, address, type, data)
    values ('msg_' || replace(gen_random_uuid()::text, '-', ''), $1, 'endpoint.test', jsonb_build_object('endpoint', $2::uuid)) returning id
  )
  insert into webhook_deliveries (message_id, endpoint_id, next_at) select id, $2, now() from message
  returning message_id as "messageId"`,
)

const deleteOld = statement(
  'delete-old-messages',
  `delete from webhook_messages where id in (
    select id from webhook_messages where created_at < now() - interval '30 days' order by created_at limit 10000
  )`,
)

export async function deleteOldMessages(db: Db): Promise<void> {
  await deleteOld(db, [])
}
