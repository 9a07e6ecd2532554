import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import {
  beginSweep,
  type CandidateNode,
  dropForeignAlerts,
  endAlert,
  listCandidates,
  openAlert,
  setCalm,
} from './alert-queries.ts'
import { type AlertChange, alertsFor } from './alert-rules.ts'

/** Applies to all processes together. */
const EVERY_SECONDS = 8

/** Opens and ends alerts. A sweep and the notifications it causes are one transaction, so a process that is killed halfway has sent nothing. */
export async function sweepAlerts({ db }: { db: Db }): Promise<void> {
  await transaction(db, async (tx) => {
    const [moment] = await beginSweep(tx, [EVERY_SECONDS])
    if (!moment) return
    await dropForeignAlerts(tx, [])
    for (const node of await listCandidates(tx, []))
      for (const change of alertsFor(node, node.alerts.map(withMoments), moment))
        await apply(tx, node, change)
  })
}

function withMoments(alert: CandidateNode['alerts'][number]) {
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  return { ...alert, calmSince: moment(alert.calmSince), overAt: moment(alert.overAt) }
}

async function apply(tx: Db, { id: nodeId, operator }: CandidateNode, change: AlertChange): Promise<void> {
  if (change.change === 'open') {
    const { kind, since, reason, isUnsteady } = change
    await openAlert(tx, { nodeId, operator, kind, since, reason, isUnsteady })
  } else if (change.change === 'end') await endAlert(tx, change.id, change.isDropped)
  else await setCalm(tx, change.id, change.change === 'calm')
}
