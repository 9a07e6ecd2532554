import { endLeases, LEASED_JOBS, SEQ_AFTER_LEASE } from '../attempts/end-leases.ts'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import { recordEnded } from '../attempts/record-ended.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { refund } from '../ledger/movements.ts'

const end = statement<ChangedJob>(
  'end-locked-jobs',
  `with running as (
    select jobs.id, jobs.attempt_id, jobs.node_id, lease_token, started_at, $4 as reason, null as detail
    from ${LEASED_JOBS} where jobs.id = any($1)
  ),
  ${endLeases('running')},
  ${recordEnded('$2', 'running')},
  changed as (
    update jobs set status = $3, reason = $4, finished_at = now(), position = nextval('job_positions'), attempt_id = null,
      seq = ${SEQ_AFTER_LEASE}
    where id = any($1)
    returning id, app_id, node_id, status, price, payer
  ),
  ${refund('changed')}
  select id, app_id, node_id, status from changed`,
)

interface End {
  attempt: 'cancelled' | 'expired'
  status: 'cancelled' | 'error'
  reason: 'expired' | null
}

/**
 * Ends open jobs without a result and gives their price back. An earlier statement of the same transaction has locked them: a lease
 * that was given while that one waited for the lock is visible only to the next statement.
 */
export async function endLockedJobs(
  tx: Db,
  jobs: { id: string }[],
  { attempt, status, reason }: End,
): Promise<ChangedJob[]> {
  if (jobs.length === 0) return []
  return end(tx, [jobs.map(({ id }) => id), attempt, status, reason])
}
