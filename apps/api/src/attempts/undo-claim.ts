import type { LeaseHolder } from '../auth/leases.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { endLeases, LEASED_JOBS, SEQ_AFTER_LEASE } from './end-leases.ts'
import { requeueTurn } from './requeue-or-end.ts'

const undo = statement<{ id: string }>(
  'undo-claim',
  `with undone as (
    select jobs.id from ${LEASED_JOBS} where leases.node_id = $1 and leases.attempt_id = $2 and lease_token = $3 for update
  ),
  ${endLeases('undone')}
  update jobs set status = 'queued', turn = ${requeueTurn}, attempts = attempts - 1, node_id = null, attempt_id = null,
    seq = ${SEQ_AFTER_LEASE}, started_at = null
  from undone where jobs.id = undone.id
  returning jobs.id`,
)

/** Requeues a job as if it had never been claimed, because the node disconnected before it got the response. */
export async function undoClaim(db: Db, holder: LeaseHolder): Promise<boolean> {
  return (await undo(db, [holder.nodeId, holder.attemptId, holder.leaseToken])).length > 0
}
