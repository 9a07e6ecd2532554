import { and, eq, getTableColumns, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { nodeLinks, nodeLinkTokens, nodes, users } from '../db/tables.ts'
import { type MatchableNode, OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'

export type NodeRow = typeof nodes.$inferSelect

/** A node with its current state and its operator's name. */
export type SeenNode = NodeRow & { operatorName: string | null; isUpdating: boolean } & Pick<
    MatchableNode,
    'running' | 'online' | 'paused' | 'appsPaused'
  >

const running = sql<number>`(select count(*)::int from leases where leases.node_id = ${nodes.id})`

const online = sql<boolean>`coalesce(${nodes.lastSeenAt} > now() - make_interval(secs => ${OFFLINE_AFTER_SECONDS}), false)`
const paused = sql<boolean>`coalesce(${nodes.pausedUntil} > now(), false)`
const isUpdating = sql<boolean>`coalesce(${nodes.updateUntil} > now(), false)`
const appsPaused = sql<string[]>`array(
  select app from jsonb_each(${nodes.pausedApps}) as pause (app, pause) where (pause.pause ->> 'until')::timestamptz > now())`

/** Several at once, in the given order. */
export async function listNodesById(db: Db, ids: string[]): Promise<SeenNode[]> {
  const rows = await selectNodes(db).where(and(isNull(nodes.removedAt), inArray(nodes.id, ids)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function selectNodes(db: Db) {
  return db
    .select({
      ...getTableColumns(nodes),
      running,
      online,
      paused,
      isUpdating,
      appsPaused,
      operatorName: users.name,
    })
    .from(nodes)
    .leftJoin(users, eq(users.address, nodes.operator))
    .$dynamic()
}

export async function listNodesOf(db: Db, operator: string): Promise<SeenNode[]> {
  return selectNodes(db)
    .where(and(isNull(nodes.removedAt), eq(nodes.operator, operator)))
    .orderBy(nodes.createdAt, nodes.id)
}

export async function countNodesOf(db: Db, operator: string): Promise<number> {
  return db.$count(nodes, and(isNull(nodes.removedAt), eq(nodes.operator, operator)))
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

/** A removed node may be linked again, even by another operator. Pauses and recent failures stay, since only time clears them. */
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
    away: null,
    tags: [],
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
  report: Pick<
    NodeRow,
    | 'hardware'
    | 'sandbox'
    | 'apps'
    | 'slots'
    | 'protocol'
    | 'agentVersion'
    | 'disk'
    | 'sessionId'
    | 'networkPrefix'
    | 'away'
  >,
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

/** The delete is the check: a code that was already used deletes nothing. */
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

/** The delete is the check, as for codes. */
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
