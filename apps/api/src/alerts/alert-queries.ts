import { STEADY_HOURS } from '@infra/protocol/alerts/node-alerts'
import { and, desc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm'
import { nodeAlerts } from '../db/alerts/alert-tables.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { nodes } from '../db/tables.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'
import { GIVEN_UP_DAYS, type KnownAlert, OFFLINE_SECONDS, type WatchedNode } from './alert-rules.ts'

/** A sweep that comes this long after the last one finds that nobody looked meanwhile. */
const GAP_SECONDS = 60

/** Only who gets a row sweeps: others that come at the same time wait here, and find that it has been done. */
export const beginSweep = statement<{ now: Date; watchingSince: Date }>(
  'begin-alert-sweep',
  `update alert_watch set swept_at = now(),
    watching_since = case when swept_at < now() - interval '${GAP_SECONDS} seconds' then now() else watching_since end
  where swept_at <= now() - make_interval(secs => $1)
  returning now() as now, watching_since as "watchingSince"`,
)

/** Their node was removed, or is another operator's now. */
export const dropForeignAlerts = statement(
  'drop-foreign-alerts',
  `update node_alerts a set over_at = now(), is_dropped = true from nodes n
  where a.over_at is null and n.id = a.node_id and (n.removed_at is not null or n.operator <> a.operator)`,
)

export interface CandidateNode extends WatchedNode {
  id: string
  operator: string
  /** As JSON: moments are text. */
  alerts: {
    [Key in keyof KnownAlert]: KnownAlert[Key] extends Date | null ? string | null : KnownAlert[Key]
  }[]
}

/** The nodes with which something is wrong, or was. All others are passed over in the database. */
export const listCandidates = statement<CandidateNode>(
  'list-alert-candidates',
  `select n.id, n.operator, n.last_seen_at as "lastSeenAt", n.maintenance, n.suspended_because as "suspendedBecause",
    coalesce(n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds', false) as "isOnline",
    case when n.paused_until > now() then n.paused_reason end as "pausedBecause",
    n.disk, (select jsonb_build_object('since', idle_since, 'because', idle_because) from available_nodes where node_id = n.id) as idle, array(select app from jsonb_each(n.paused_apps) as pause (app, pause) where (pause.pause ->> 'until')::timestamptz > now()) as "pausedApps",
    coalesce(known.alerts, '[]') as alerts
  from nodes n left join lateral (
    select jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'isUnsteady', a.is_unsteady, 'calmSince', a.calm_since, 'overAt', a.over_at)) as alerts
    from node_alerts a
    where a.node_id = n.id and a.operator = n.operator and (a.over_at is null or a.over_at > now() - interval '${STEADY_HOURS} hours')
  ) known on true
  where n.removed_at is null and (
    n.last_seen_at between now() - interval '${GIVEN_UP_DAYS} days' and now() - interval '${OFFLINE_SECONDS} seconds'
    or n.suspended_because is not null or n.paused_until > now() or (n.disk ->> 'freeMb')::int < (n.disk ->> 'neededMb')::int
    or n.id in (select node_id from available_nodes where idle_because is not null)
    or exists (select from jsonb_each(n.paused_apps) as pause (app, pause) where (pause.pause ->> 'until')::timestamptz > now())
    or exists (select from node_alerts a where a.node_id = n.id and a.over_at is null))`,
)

type OpenedAlert = Pick<
  typeof nodeAlerts.$inferInsert,
  'nodeId' | 'operator' | 'kind' | 'since' | 'reason' | 'isUnsteady'
>

export async function openAlert(tx: Db, alert: OpenedAlert): Promise<void> {
  await tx.insert(nodeAlerts).values(alert).onConflictDoNothing()
}

export async function endAlert(tx: Db, id: string, isDropped: boolean): Promise<void> {
  const isOpen = and(eq(nodeAlerts.id, id), isNull(nodeAlerts.overAt))
  await tx.update(nodeAlerts).set({ overAt: sql`now()`, isDropped }).where(isOpen)
}

export async function setCalm(tx: Db, id: string, isCalm: boolean): Promise<void> {
  await tx
    .update(nodeAlerts)
    .set({ calmSince: isCalm ? sql`now()` : null })
    .where(eq(nodeAlerts.id, id))
}

const SHOWN_DAYS = 7
const SHOWN_MAX = 100

/** Open ones first, then the newest. */
export async function listAlertsOf(db: Db, operator: string) {
  return db
    .select({ ...getTableColumns(nodeAlerts), name: nodes.name })
    .from(nodeAlerts)
    .innerJoin(nodes, and(eq(nodes.id, nodeAlerts.nodeId), eq(nodes.operator, nodeAlerts.operator)))
    .where(
      and(
        eq(nodeAlerts.operator, operator),
        isNull(nodes.removedAt),
        or(
          isNull(nodeAlerts.overAt),
          gt(nodeAlerts.overAt, sql`now() - make_interval(days => ${SHOWN_DAYS})`),
        ),
      ),
    )
    .orderBy(sql`${nodeAlerts.overAt} is not null`, desc(nodeAlerts.openedAt), nodeAlerts.id)
    .limit(SHOWN_MAX)
}

export async function deleteAlertsOf(tx: Db, operator: string): Promise<void> {
  await tx.delete(nodeAlerts).where(eq(nodeAlerts.operator, operator))
}

const KEPT_DAYS = 30

export const deleteOldAlerts = statement(
  'delete-old-alerts',
  `delete from node_alerts where over_at < now() - interval '${KEPT_DAYS} days'`,
)
