import { findApp } from '@infra/protocol/apps/catalogue'
import { mayBeginEntrance } from '@infra/trust/levels/apply-trust-event'
import type { TrustRecord } from '@infra/trust/levels/trust-record'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { IS_RESTING } from '../matching/eligible-nodes.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'
import { CERTAIN_PPM } from '../trust/draw-result.ts'
import { changeTrust, checksNodes } from '../trust/trust-records.ts'
import type { CheckDeps } from './check-deps.ts'
import { insertChecks } from './check-queries.ts'

const PER_SWEEP_MAX = 50

/** Nodes that are online, below trusted, and have no canary at the moment. */
const listWanting = statement<{ nodeId: string; appId: string; record: TrustRecord; today: number }>(
  'list-nodes-for-canaries',
  `select t.node_id as "nodeId", t.app_id as "appId", t.record, (
      select count(*)::int from checks c where c.node_id = t.node_id and c.app_id = t.app_id and c.kind = 'canary' and c.at > $1
    ) as today
  from trust_records t join nodes n on n.id = t.node_id
  where t.level <> 'trusted' and n.removed_at is null and n.session_id is not null and not ${IS_RESTING}
    and n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds' and n.apps @> jsonb_build_array(jsonb_build_object('id', t.app_id))
    and not exists (
      select from checks c where c.node_id = t.node_id and c.app_id = t.app_id and c.kind in ('entrance', 'canary') and c.state = 'open'
    )
  order by t.changed_at limit ${PER_SWEEP_MAX}`,
)

/** Gives new nodes the canaries of their entrance, and others below trusted a few per day, so that those with little work can rise too. */
export async function giveCanaries(deps: CheckDeps): Promise<void> {
  if (!checksNodes(deps.config)) return
  const at = deps.now()
  const yesterday = new Date(at.getTime() - 24 * 60 * 60 * 1000)
  for (const { nodeId, appId, record, today } of await listWanting(deps.db, [yesterday])) {
    if (findApp(appId)?.version !== record.appVersion) continue
    const kind = record.level === 'new' ? 'entrance' : 'canary'
    if (kind === 'canary' && today >= TRUST_RULES.voluntaryCanariesPerDayMax) continue
    const begins = kind === 'entrance' && !record.entrance.isOpen
    if (begins && !mayBeginEntrance(record, at.getTime())) continue
    await transaction(deps.db, async (tx) => {
      if (begins) await changeTrust(tx, nodeId, appId, { type: 'entrance_begun', at: at.getTime() })
      await insertChecks(tx, [{ kind, nodeId, appId, ratePpm: CERTAIN_PPM, at }])
    })
  }
}
