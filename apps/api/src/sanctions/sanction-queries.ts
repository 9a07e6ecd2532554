import type { Sanction, SanctionStage } from '@infra/protocol/sanctions'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import { sanctions } from '../db/sanction-tables.ts'
import { statement } from '../db/statement.ts'
import { nodes, users } from '../db/tables.ts'
import { presentLine } from '../users/present-user.ts'

export type SanctionRow = typeof sanctions.$inferSelect

const isInForce = isNull(sanctions.liftedAt)
const isAppealed = and(isInForce, isNotNull(sanctions.appeal), isNull(sanctions.answer))!

const stages: Record<SanctionStage, SQL> = {
  appealed: isAppealed,
  in_force: isInForce,
  lifted: isNotNull(sanctions.liftedAt),
}

function selectSanctions(db: Db) {
  return db
    .select({ ...getTableColumns(sanctions), nodeName: nodes.name, operatorName: users.name })
    .from(sanctions)
    .leftJoin(nodes, eq(nodes.id, sanctions.nodeId))
    .leftJoin(users, eq(users.address, sanctions.operator))
    .$dynamic()
}

type ShownSanction = Awaited<ReturnType<typeof selectSanctions>>[number]

/** One more than the limit, so that the caller knows whether there is a next page. */
export async function listSanctions(
  db: Db,
  { stage, offset = 0, limit = PAGE_LIMIT, before }: PageQuery & { stage: SanctionStage },
): Promise<ShownSanction[]> {
  return selectSanctions(db)
    .where(and(stages[stage], before ? lt(sanctions.id, before) : undefined))
    .orderBy(desc(sanctions.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

export async function listSanctionsOf(db: Db, operator: string, limit: number): Promise<ShownSanction[]> {
  return selectSanctions(db).where(eq(sanctions.operator, operator)).orderBy(desc(sanctions.id)).limit(limit)
}

export async function findSanction(db: Db, id: string): Promise<ShownSanction | undefined> {
  const [row] = await selectSanctions(db).where(eq(sanctions.id, id))
  return row
}

/** Locks the sanction until the decision is made. */
export async function lockSanction(tx: Db, id: string): Promise<SanctionRow | undefined> {
  const [row] = await tx.select().from(sanctions).where(eq(sanctions.id, id)).for('update')
  return row
}

/** The sanction in force for exactly this node, or for exactly this operator. */
export async function lockInForce(
  tx: Db,
  { nodeId, operator }: Pick<SanctionRow, 'nodeId' | 'operator'>,
): Promise<SanctionRow | undefined> {
  const subject = nodeId
    ? eq(sanctions.nodeId, nodeId)
    : and(eq(sanctions.operator, operator), isNull(sanctions.nodeId))
  const [row] = await tx.select().from(sanctions).where(and(isInForce, subject)).for('update')
  return row
}

export async function insertSanction(
  tx: Db,
  sanction: Pick<SanctionRow, 'id' | 'kind' | 'nodeId' | 'operator' | 'why' | 'at' | 'rule'>,
): Promise<void> {
  await tx.insert(sanctions).values(sanction)
}

export async function updateSanction(tx: Db, id: string, change: Partial<SanctionRow>): Promise<void> {
  await tx.update(sanctions).set(change).where(eq(sanctions.id, id))
}

export async function countAppeals(db: Db): Promise<number> {
  return db.$count(sanctions, isAppealed)
}

/** Updates the operator's nodes to match the sanctions in force. Returns the nodes that this suspended or freed. */
export const refreshSuspended = statement<{ id: string; suspended: boolean }>(
  'refresh-suspended-nodes',
  `with wanted as (
    select n.id, (
      select s.why from sanctions s
      where s.lifted_at is null and (s.node_id = n.id or (s.node_id is null and s.operator = n.operator))
      order by s.node_id nulls first limit 1
    ) as because
    from nodes n where n.operator = $1 or n.id = $2 order by n.id for update
  )
  update nodes set suspended_because = because from wanted
  where nodes.id = wanted.id and suspended_because is distinct from because
  returning nodes.id, because is not null as suspended`,
)

export function presentSanction(row: ShownSanction): Sanction {
  const { id, kind, nodeId, nodeName, operator, operatorName, why, at, seized } = row
  return {
    ...{ id, kind, why, at, seized },
    node: nodeId === null ? null : { id: getAddress(nodeId as Hex), name: nodeName ?? 'A node' },
    operator: presentLine(operator, operatorName),
    appeal:
      row.appeal === null
        ? null
        : { text: row.appeal, at: row.appealedAt!, answer: row.answer, answeredAt: row.answeredAt },
    lifted: row.liftedAt === null ? null : { at: row.liftedAt, why: row.liftedWhy! },
  }
}
