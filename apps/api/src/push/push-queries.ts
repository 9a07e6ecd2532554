import type { AlertKind } from '@infra/protocol/alerts/node-alerts'
import type { AppId } from '@infra/protocol/apps/app'
import { PUSH_SUBSCRIPTIONS_MAX, type PushSubscription, type PushTopic } from '@infra/protocol/jobs/push'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { pushSubscriptions } from '../db/push/push-tables.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'

interface Subscriber {
  sessionId: string
  address: string
}

/** Stores a session's subscription. The person who used this browser before loses it. */
export async function storeSubscription(
  db: Db,
  { sessionId, address }: Subscriber,
  { endpoint, keys, about = ['jobs'] }: PushSubscription & { about?: PushTopic[] | undefined },
  now: Date,
): Promise<void> {
  const row = { address, endpoint, ...keys, about, createdAt: now }
  await transaction(db, async (tx) => {
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.sessionId, sessionId)))
    await tx
      .insert(pushSubscriptions)
      .values({ sessionId, ...row })
      .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: row })
    await deleteOldest(tx, [address, PUSH_SUBSCRIPTIONS_MAX])
  })
}

const deleteOldest = statement(
  'delete-oldest-push-subscriptions',
  `delete from push_subscriptions where session_id in
    (select session_id from push_subscriptions where address = $1 order by created_at desc, session_id desc offset $2)`,
)

export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId))
}

export async function listSubscriptionsOf(db: Db, address: string) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, createdAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.address, address))
    .orderBy(desc(pushSubscriptions.createdAt))
}

export type DuePush = {
  id: string
  sessionId: string
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
} & (DueJob | DueAlert)

interface DueJob {
  jobId: string
  appId: AppId
  status: 'finished' | 'error'
  charged: number
}

interface DueAlert {
  jobId: null
  alertId: string
  isOver: boolean
  kind: AlertKind
  reason: string | null
  isUnsteady: boolean
  nodeName: string
}

/** Takes messages for a minute. If this process is killed meanwhile, another one sends them after that. */
export const takeDuePushes = statement<DuePush>(
  'take-due-pushes',
  `with due as (
    select id, session_id from pushes where try_after <= now() order by try_after limit $1 for update skip locked
  )
  update pushes set attempts = pushes.attempts + 1, try_after = now() + interval '1 minute'
  from due join push_subscriptions s on s.session_id = due.session_id join pushes p on p.id = due.id
    left join jobs j on j.id = p.job_id left join node_alerts a on a.id = p.alert_id left join nodes n on n.id = a.node_id
  where pushes.id = due.id
  returning pushes.id, pushes.session_id as "sessionId", pushes.job_id as "jobId", pushes.attempts, s.endpoint, s.p256dh, s.auth,
    j.app_id as "appId", j.status, coalesce(j.charged, 0) as charged,
    a.id as "alertId", pushes.is_over as "isOver", a.kind, a.reason, a.is_unsteady as "isUnsteady", n.name as "nodeName"`,
)

export const deletePush = statement('delete-push', `delete from pushes where id = $1`)

export const delayPush = statement(
  'delay-push',
  `update pushes set try_after = now() + $2 * interval '1 millisecond' where id = $1`,
)

/** Only if it's still the one that the push service refused, because its browser may have made a new one. */
export const deleteRefused = statement(
  'delete-refused-push-subscription',
  `delete from push_subscriptions where session_id = $1 and endpoint = $2`,
)
