import { randomUUIDv7 } from 'node:crypto'
import type { TrustRecord } from '@infra/trust/levels/trust-record'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { jobs, nodes } from '../db/tables.ts'
import { checks } from '../db/trust-tables.ts'
import { isServing } from '../matching/eligible-nodes.ts'

export type CheckRow = typeof checks.$inferSelect

/** While one process works on a check, others leave it alone for this long. */
const WORK_SECONDS = 120

/** Takes the checks that are due. Another process that looks at the same time takes others. */
export const takeDueChecks = statement<{ id: string }>(
  'take-due-checks',
  `update checks set next_at = now() + interval '${WORK_SECONDS} seconds' where id in (
    select id from checks where state = 'open' and next_at <= now() order by next_at limit $1 for update skip locked
  ) returning id`,
)

export async function findCheck(db: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await db.select().from(checks).where(eq(checks.id, id))
  return row
}

/** Locks the check if it's still open. */
export async function lockOpenCheck(tx: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await tx.select().from(checks).where(eq(checks.id, id)).for('update')
  return row?.state === 'open' ? row : undefined
}

export async function updateCheck(tx: Db, id: string, change: Partial<CheckRow>): Promise<void> {
  await tx.update(checks).set(change).where(eq(checks.id, id))
}

export const insertChecks = async (
  tx: Db,
  rows: (Pick<CheckRow, 'kind' | 'nodeId' | 'appId' | 'ratePpm' | 'at'> & { jobId?: string | null })[],
): Promise<void> => {
  if (rows.length > 0) await tx.insert(checks).values(rows.map((row) => ({ id: randomUUIDv7(), ...row })))
}

/** Schedules the next step of a check. */
export const setNextRun = statement(
  'set-next-run-of-check',
  `update checks set next_at = now() + make_interval(secs => $2) where id = $1 and state = 'open'`,
)

const ranColumns = {
  id: jobs.id,
  appId: jobs.appId,
  appVersion: jobs.appVersion,
  input: jobs.input,
  inputFiles: jobs.inputFiles,
  inputHash: jobs.inputHash,
  price: jobs.price,
  visibility: jobs.visibility,
  inputFilesHidden: jobs.inputFilesHidden,
  status: jobs.status,
  outputs: jobs.outputs,
  nodeId: jobs.nodeId,
  forNodeId: jobs.forNodeId,
  finishedAt: jobs.finishedAt,
  createdAt: jobs.createdAt,
  operator: nodes.operator,
  nodeName: nodes.name,
  networkPrefix: nodes.networkPrefix,
  receipt: jobs.receipt,
}

/** A job with the machine that ran it. */
export type RanJob = Awaited<ReturnType<typeof listRan>>[number]

/** Whether nobody new may see its input or learn who ran it again. */
export function isKeptPrivate({ visibility, inputFilesHidden }: RanJob): boolean {
  return visibility === 'private' || inputFilesHidden
}

/** In the order of the ids, without jobs that were deleted. */
export async function listRan(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select(ranColumns)
    .from(jobs)
    .leftJoin(nodes, eq(nodes.id, jobs.nodeId))
    .where(inArray(jobs.id, ids))
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export interface CandidateRow {
  node: string
  operator: string
  prefix: string
  account: string
  record: TrustRecord
  isFree: boolean
}

/** The nodes that could run a job of this app now, with their records. The network's own machines have no prefix in common. */
export const listCandidates = statement<CandidateRow>(
  'list-check-candidates',
  `select n.id as node, n.operator, coalesce(n.network_prefix, n.id) as prefix, n.account, t.record,
    (select count(*) from leases where node_id = n.id) < n.slots as "isFree"
  from nodes n join trust_records t on t.node_id = n.id and t.app_id = $1
  where ${isServing('$1::text', '$2::int')} and n.session_id is not null
    and coalesce((n.hardware ->> 'memoryMb')::int, 0) >= $3`,
)
