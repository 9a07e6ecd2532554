import { operatorSanctions } from '@infra/trust/levels/operator-sanctions'
import type { SuspensionReason } from '@infra/trust/levels/trust-record'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { nodes } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { type Applied, suspendByRule } from '../sanctions/impose-sanction.ts'
import { changeTrustInAllApps } from '../trust/trust-records.ts'
import { orderReruns } from './order-reruns.ts'

const WHY: Record<SuspensionReason, string> = {
  strike_while_watched: 'Other machines contradicted its results a second time while it was being watched.',
  strikes: 'Other machines contradicted its results three times within 400 checks.',
  false_finals: 'It called three inputs unreadable within 30 days that other machines could read.',
  operator: 'Two nodes of its operator were suspended within 30 days.',
  moderator: 'A moderator suspended it.',
}

const listSuspended = statement<{ id: string; suspendedAt: Date | null }>(
  'list-suspended-of-operator',
  `select n.id, (select max(s.at) from sanctions s where s.node_id = n.id and s.rule is not null and s.lifted_at is null) as "suspendedAt"
  from nodes n where n.operator = $1 and n.removed_at is null`,
)

/**
 * Suspends a node in all of its apps, as the rules require. The operator's other nodes are watched, and a second suspension within 30 days
 * suspends the operator. The node's latest results of the app are run again.
 */
export async function suspendNode(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  { nodeId, appId, reason }: { nodeId: string; appId: string; reason: SuspensionReason },
): Promise<Applied> {
  const at = deps.now()
  const time = at.getTime()
  const applied = await suspendByRule(tx, { subject: { node: nodeId }, rule: reason, why: WHY[reason], at })
  await changeTrustInAllApps(tx, nodeId, { type: 'suspended', reason, at: time })
  const [node] = await tx.select({ operator: nodes.operator }).from(nodes).where(eq(nodes.id, nodeId))
  const all = await listSuspended(tx, [node!.operator])
  const { watch, suspendsOperator } = operatorSanctions(
    all.map(({ id, suspendedAt }) => ({ id, suspendedAt: suspendedAt?.getTime() ?? null })),
    time,
  )
  for (const other of watch) await changeTrustInAllApps(tx, other, { type: 'watched', at: time })
  await orderReruns(tx, { nodeId, appId, at })
  if (!suspendsOperator) return { ...applied, nodes: [...applied.nodes, ...watch] }
  const whole = await suspendByRule(tx, {
    subject: { operator: node!.operator },
    rule: 'operator',
    why: WHY.operator,
    at,
  })
  return {
    nodes: [...applied.nodes, ...watch, ...whole.nodes],
    released: [...applied.released, ...whole.released],
  }
}
