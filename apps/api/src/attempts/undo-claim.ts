import type { LeaseHolder } from '../auth/leases.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { requeueTurn } from './requeue-or-end.ts'

const undo = statement<{ id: string }>(
  'undo-claim',
  `update jobs set status = 'queued', turn = ${requeueTurn}, attempts = attempts - 1, node_id = null, attempt_id = null,
    lease_token = null, lease_until = null, run_until = null, stage = '', progress = 0, seq = seq + 1, started_at = null
  where status = 'running' and node_id = $1 and attempt_id = $2 and lease_token = $3
  returning id`,
)

/** Puts a job back into the queue as if it had not been claimed, because the node disconnected before it got the answer. */
export async function undoClaim(db: Db, holder: LeaseHolder): Promise<boolean> {
  return (await undo(db, [holder.nodeId, holder.attemptId, holder.leaseToken])).length > 0
}
