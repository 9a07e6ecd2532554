import { LOG_LINES_MAX, type NodeLog } from '@infra/protocol/nodes/node-log'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

const ALL_LINES = '(l.lines || excluded.lines)'

const append = statement(
  'append-node-log',
  `insert into node_logs as l (node_id, lines) values ($1, $2)
  on conflict (node_id) do update set updated_at = now(),
    lines = ${ALL_LINES}[greatest(1, cardinality(${ALL_LINES}) - ${LOG_LINES_MAX - 1}):]`,
)

export async function appendNodeLog(db: Db, nodeId: string, lines: string[]): Promise<void> {
  await append(db, [nodeId, lines])
}

const select = statement<NodeLog>(
  'find-node-log',
  'select lines, updated_at as "updatedAt" from node_logs where node_id = $1',
)

export async function findNodeLog(db: Db, nodeId: string): Promise<NodeLog | null> {
  return (await select(db, [nodeId]))[0] ?? null
}

const selectOf = statement<NodeLog & { nodeId: string }>(
  'list-node-logs',
  `select l.node_id as "nodeId", l.lines, l.updated_at as "updatedAt" from node_logs l
  join nodes n on n.id = l.node_id where n.operator = $1 order by l.node_id`,
)

export async function listNodeLogsOf(db: Db, operator: string): Promise<(NodeLog & { nodeId: Hex })[]> {
  const rows = await selectOf(db, [operator])
  return rows.map((row) => ({ ...row, nodeId: getAddress(row.nodeId as Hex) }))
}

/** Its operator no longer wants us to have it, or is no longer its operator. */
export const deleteNodeLogs = statement('delete-node-logs', 'delete from node_logs where node_id = any($1)')
