import type { StoredFile } from '@infra/protocol/jobs'
import { endLeases, LEASED_JOBS, SEQ_AFTER_LEASE } from '../attempts/end-leases.ts'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import { recordEnded } from '../attempts/record-ended.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { settle } from '../ledger/movements.ts'

const end = statement<ChangedJob>(
  'end-locked-jobs',
  `with running as (
    select jobs.id, jobs.attempt_id, jobs.node_id, lease_token, started_at, $4 as reason, null as detail
    from ${LEASED_JOBS} where jobs.id = any($1)
  ),
  ${endLeases('running')},
  ${recordEnded('$2', 'running')},
  shown as (select * from jsonb_to_recordset($5) as shown (id uuid, charge int, outputs jsonb)),
  ending as (
    select jobs.id, price, granted, payer, coalesce(charge, 0) as charge, n.account as operator_account, n.id as node_id,
      jobs.key_id, jobs.key_day
    from jobs left join running using (id) left join nodes n on n.id = running.node_id left join shown on shown.id = jobs.id
    where jobs.id = any($1)
  ),
  ${settle('ending', 'refund')}
  update jobs set status = $3, reason = $4, finished_at = now(), position = nextval('job_positions'), attempt_id = null,
    seq = ${SEQ_AFTER_LEASE}, charged = paid.charged, earned = paid.earned,
    outputs = coalesce((select outputs from shown where shown.id = jobs.id), '[]')
  from paid where jobs.id = paid.id
  returning jobs.id, app_id, jobs.node_id, status`,
)

interface End {
  attempt: 'cancelled' | 'expired'
  status: 'cancelled' | 'error'
  reason: 'expired' | null
  /** How much of the running jobs was shown before they ended, and what that costs. */
  shown?: ShownPart[]
}

export interface ShownPart {
  id: string
  charge: number
  outputs: StoredFile[]
}

/**
 * Ends open jobs without a result and refunds them, except for what was shown. An earlier statement of the same transaction must have
 * locked them, because a lease that was granted while that one waited for the lock is visible only to the next statement.
 */
export async function endLockedJobs(
  tx: Db,
  jobs: { id: string }[],
  { attempt, status, reason, shown = [] }: End,
): Promise<ChangedJob[]> {
  if (jobs.length === 0) return []
  return end(tx, [jobs.map(({ id }) => id), attempt, status, reason, JSON.stringify(shown)])
}
