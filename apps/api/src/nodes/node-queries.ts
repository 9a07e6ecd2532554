import { and, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm'
import { LruMap } from '../concurrency/lru-map.ts'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import { nodeLinks, nodeLinkTokens, nodes, users } from '../db/tables.ts'
import { type MatchableNode, OFFLINE_AFTER_SECONDS } from './node-rules.ts'

export type NodeRow = typeof nodes.$inferSelect

/** A node with what it is doing now and whose it is. */
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

/** A removed node may be linked again, also by another operator. Pauses and recent tries stay: only time clears them. */
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

/** A new session: what the node says of itself from now on. */
export async function replaceNodeSession(
  db: Db,
  id: string,
  greeting: Pick<NodeRow, 'hardware' | 'sandbox' | 'apps' | 'slots' | 'sessionId'>,
): Promise<void> {
  await db
    .update(nodes)
    .set({ ...greeting, lastSeenAt: sql`now()` })
    .where(eq(nodes.id, id))
}

const PRESENCE_SECONDS = 10

const touch = statement(
  'touch-nodes',
  `with ${asyncCommit}
  update nodes set last_seen_at = now() from (
    select id from nodes, asyncCommit
    where id = any($1) and last_seen_at < now() - interval '${PRESENCE_SECONDS} seconds' for update of nodes skip locked
  ) unseen where nodes.id = unseen.id`,
)

/** Short against the time after which a node counts as gone. */
const GATHER_MS = 1_000

/** Should there be more nodes than this, some are noted a little more often. */
const NOTED_MAX = 100_000

/** Notes that nodes are there: each every ten seconds at most, however often it calls, and all of a second in one statement. */
export function notingSeen(db: Db): (id: string) => void {
  const lastNoted = new LruMap<string, number>(NOTED_MAX)
  let gathered: string[] = []

  function write(): void {
    // What could not be written is written the next time that it calls.
    touch(db, [gathered]).catch(() => {})
    gathered = []
  }

  return (id) => {
    const now = performance.now()
    if (now - (lastNoted.get(id) ?? Number.NEGATIVE_INFINITY) < PRESENCE_SECONDS * 1000) return
    lastNoted.set(id, now)
    if (gathered.length === 0) setTimeout(write, GATHER_MS).unref()
    gathered.push(id)
  }
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

/** Deleting is the check: a code that was used already deletes nothing. */
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

/** Deleting is the check, as with codes. */
export async function takeLinkToken(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(nodeLinkTokens)
    .where(and(eq(nodeLinkTokens.tokenHash, tokenHash), gt(nodeLinkTokens.expiresAt, now)))
    .returning()
  return row?.operator
}

export async function forgetExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.delete(nodeLinks).where(lt(nodeLinks.expiresAt, now))
  await db.delete(nodeLinkTokens).where(lt(nodeLinkTokens.expiresAt, now))
}

const noteMinute = statement(
  'note-node-minute',
  `insert into node_hours (node_id, hour, minutes)
  select id, date_trunc('hour', now(), 'UTC'), 1::bigint << extract(minute from now() at time zone 'UTC')::int
  from nodes where removed_at is null and last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds'
  on conflict (node_id, hour) do update set minutes = node_hours.minutes | excluded.minutes`,
)

/** Marks the minute for every node that is there; several API processes may do it, a bit is set once. */
export async function notePresence(db: Db): Promise<void> {
  await noteMinute(db, [])
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
