import { and, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { nodeLinks, nodeLinkTokens, nodes, users } from '../db/tables.ts'
import { type MatchableNode, OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'

export type NodeRow = typeof nodes.$inferSelect

/** A node with its current state and its operator's name. */
export type SeenNode = NodeRow & { operatorName: string | null } & Pick<
    MatchableNode,
    'running' | 'online' | 'paused' | 'appsPaused'
  >

const running = sql<number>`(select count(*)::int from leases where leases.node_id = ${nodes.id})`

const online = sql<boolean>`coalesce(${nodes.lastSeenAt} > now() - make_interval(secs => ${OFFLINE_AFTER_SECONDS}), false)`
const paused = sql<boolean>`coalesce(${nodes.pausedUntil} > now(), false)`
const appsPaused = sql<string[]>`array(
  select app from jsonb_each(${nodes.pausedApps}) as pause (app, pause) where (pause.pause ->> 'until')::timestamptz > now())`

function selectNodes(db: Db) {
  return db
    .select({ ...getTableColumns(nodes), running, online, paused, appsPaused, operatorName: users.name })
    .from(nodes)
    .leftJoin(users, eq(users.address, nodes.operator))
    .$dynamic()
}

export async function listNodes(db: Db, operator?: string): Promise<SeenNode[]> {
  return selectNodes(db)
    .where(and(isNull(nodes.removedAt), operator === undefined ? undefined : eq(nodes.operator, operator)))
    .orderBy(nodes.createdAt, nodes.id)
}

export async function findSeenNode(db: Db, id: string): Promise<SeenNode | undefined> {
  const [row] = await selectNodes(db).where(and(eq(nodes.id, id), isNull(nodes.removedAt)))
  return row
}

export async function findNode(db: Db, id: string): Promise<NodeRow | undefined> {
  const [row] = await db
    .select()
    .from(nodes)
    .where(and(eq(nodes.id, id), isNull(nodes.removedAt)))
  return row
}

/** A removed node may be linked again, also by another operator. Pauses and recent failures stay: only time clears them. */
export async function insertNode(
  db: Db,
  { id, operator, name, now }: { id: string; operator: string; name: string; now: Date },
): Promise<void> {
  const account = sql<number>`(select id from ledger_accounts where address = ${operator})`
  const fresh = {
    operator,
    account,
    name,
    createdAt: now,
    removedAt: null,
    maintenance: false,
  }
  await db
    .insert(nodes)
    .values({ id, ...fresh })
    .onConflictDoUpdate({ target: nodes.id, set: fresh })
}

export async function updateNode(db: Db, id: string, change: Partial<NodeRow>): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(nodes).set(change).where(eq(nodes.id, id))
}

/** Starts a new session with what the node reports about itself. */
export async function replaceNodeSession(
  db: Db,
  id: string,
  report: Pick<NodeRow, 'hardware' | 'sandbox' | 'apps' | 'slots' | 'sessionId'>,
): Promise<void> {
  await db
    .update(nodes)
    .set({ ...report, lastSeenAt: sql`now()` })
    .where(eq(nodes.id, id))
}

export async function insertLink(
  db: Db,
  link: { code: string; nodeId: string; name: string; expiresAt: Date },
): Promise<void> {
  await db.delete(nodeLinks).where(eq(nodeLinks.nodeId, link.nodeId))
  await db.insert(nodeLinks).values(link)
}

export async function findLink(db: Db, code: string, now: Date) {
  const [row] = await db
    .select()
    .from(nodeLinks)
    .where(and(eq(nodeLinks.code, code), gt(nodeLinks.expiresAt, now)))
  return row
}

/** The delete is the check: a code that was used already deletes nothing. */
export async function takeLink(db: Db, code: string, now: Date) {
  const [row] = await db
    .delete(nodeLinks)
    .where(and(eq(nodeLinks.code, code), gt(nodeLinks.expiresAt, now)))
    .returning()
  return row
}

export async function insertLinkToken(
  db: Db,
  token: { tokenHash: string; operator: string; expiresAt: Date },
): Promise<void> {
  await db.insert(nodeLinkTokens).values(token)
}

/** The delete is the check, as with codes. */
export async function takeLinkToken(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(nodeLinkTokens)
    .where(and(eq(nodeLinkTokens.tokenHash, tokenHash), gt(nodeLinkTokens.expiresAt, now)))
    .returning()
  return row?.operator
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.delete(nodeLinks).where(lt(nodeLinks.expiresAt, now))
  await db.delete(nodeLinkTokens).where(lt(nodeLinkTokens.expiresAt, now))
}

export interface NodeFigures {
  nodeId: string
  finished: number
  failed: number
  credits: number
  runBuckets: number[] | null
  day: number
  week: number
  month: number
}

const selectFigures = statement<NodeFigures>(
  'node-figures',
  `select n.id as "nodeId", coalesce(s.finished, 0)::int as finished, coalesce(s.failed, 0)::int as failed,
    coalesce(s.credits, 0)::float8 as credits, s.run_buckets as "runBuckets",
    coalesce(u.day, 0)::int as day, coalesce(u.week, 0)::int as week, coalesce(u.month, 0)::int as month
  from nodes n
  left join lateral (
    select sum(finished) as finished, sum(failed) as failed, sum(credits) as credits,
      (select array_agg(total order by place) from (
        select place, sum(count) as total from stats_hours b, unnest(b.run_buckets) with ordinality as bucket (count, place)
        where b.node_id = n.id group by place
      ) buckets)::int[] as run_buckets
    from stats_hours where node_id = n.id
  ) s on true
  left join lateral (
    select sum(bit_count(minutes::bit(64))) filter (where hour > now() - interval '1 day') as day,
      sum(bit_count(minutes::bit(64))) filter (where hour > now() - interval '7 days') as week,
      sum(bit_count(minutes::bit(64))) as month
    from node_hours where node_id = n.id and hour > now() - interval '30 days'
  ) u on true
  where n.id = any($1)`,
)

/** What nodes have done, from the hourly figures, never from the jobs themselves. Uptimes are in minutes. */
export async function listNodeFigures(db: Db, ids: string[]): Promise<Map<string, NodeFigures>> {
  const rows = await selectFigures(db, [ids])
  return new Map(rows.map((row) => [row.nodeId, row]))
}
