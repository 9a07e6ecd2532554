import type { AppId } from '@infra/protocol/apps/app'
import { PUSH_SUBSCRIPTIONS_MAX, type PushSubscription } from '@infra/protocol/jobs/push'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { pushSubscriptions } from '../db/push/push-tables.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'

interface Subscriber {
  sessionId: string
  address: string
}

/** Keeps the subscription of a session. The person who used this browser before has it no more. */
export async function storeSubscription(
  db: Db,
  { sessionId, address }: Subscriber,
  { endpoint, keys }: PushSubscription,
  now: Date,
): Promise<void> {
  const row = { address, endpoint, ...keys, createdAt: now }
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

export interface DuePush {
  sessionId: string
  jobId: string
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
  appId: AppId
  status: 'finished' | 'error'
  charged: number
}

/** Takes messages for a minute. Should this process be killed meanwhile, another one sends them then. */
export const takeDuePushes = statement<DuePush>(
  'take-due-pushes',
  `with due as (
    select session_id, job_id from pushes where try_after <= now() order by try_after limit $1 for update skip locked
  )
  update pushes set attempts = pushes.attempts + 1, try_after = now() + interval '1 minute'
  from due join push_subscriptions s on s.session_id = due.session_id join jobs j on j.id = due.job_id
  where pushes.session_id = due.session_id and pushes.job_id = due.job_id
  returning pushes.session_id as "sessionId", pushes.job_id as "jobId", pushes.attempts, s.endpoint, s.p256dh, s.auth,
    j.app_id as "appId", j.status, coalesce(j.charged, 0) as charged`,
)

export const deletePush = statement('delete-push', `delete from pushes where session_id = $1 and job_id = $2`)

export const delayPush = statement(
  'delay-push',
  `update pushes set try_after = now() + $3 * interval '1 millisecond' where session_id = $1 and job_id = $2`,
)

/** Only if it is still the one that the push service refused: its browser may have made another one meanwhile. */
export const deleteRefused = statement(
  'delete-refused-push-subscription',
  `delete from push_subscriptions where session_id = $1 and endpoint = $2`,
)
