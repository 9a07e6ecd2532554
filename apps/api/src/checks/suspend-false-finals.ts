import type { AppId } from '@infra/protocol/apps/app'
import { isSuspendedForFalseFinals } from '@infra/trust/failures/final-votes'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { publishSanctions } from '../sanctions/impose-sanction.ts'
import { checksNodes } from '../trust/trust-records.ts'
import type { CheckDeps } from './check-deps.ts'
import { suspendNode } from './suspend-node.ts'

/** Nodes with false votes in the last 30 days, since a suspension for them was last lifted. */
const listFalseVotes = statement<{ nodeId: string; appId: AppId; times: Date[] }>(
  'list-false-votes',
  `select a.node_id as "nodeId", (array_agg(j.app_id order by a.ended_at desc))[1] as "appId", array_agg(a.ended_at) as times
  from attempts a join jobs j on j.id = a.job_id join nodes n on n.id = a.node_id
  where a.vote = 'false' and a.ended_at > now() - interval '${TRUST_RULES.falseFinalMemoryMs} milliseconds' and n.suspended_because is null
    and a.ended_at > coalesce((select max(lifted_at) from sanctions where node_id = a.node_id and rule = 'false_finals'), '-infinity')
  group by a.node_id having count(*) >= ${TRUST_RULES.falseFinalsMax}`,
)

/** Suspends nodes that said too often that nobody could run a job which another machine then ran. */
export async function suspendFalseFinals(deps: CheckDeps): Promise<void> {
  if (!checksNodes(deps.config)) return
  for (const { nodeId, appId, times } of await listFalseVotes(deps.db, [])) {
    const foundAt = times.map((time) => time.getTime())
    if (!isSuspendedForFalseFinals(foundAt, Date.now())) continue
    const applied = await transaction(deps.db, (tx) =>
      suspendNode(tx, deps, { nodeId, appId, reason: 'false_finals' }),
    )
    publishSanctions(deps, applied)
  }
}
