import { type ChangedJob, publishChangedJobs } from '../attempts/publish-changed-jobs.ts'
import { recordEnded } from '../attempts/record-ended.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { refund } from '../ledger/movements.ts'

const expire = statement<ChangedJob>(
  'expire-jobs',
  `with tried as (
    select id, app_id, node_id, attempt_id, lease_token, started_at, price, payer, status, 'expired' as reason, null as detail
    from jobs where status in ('queued', 'running') and expires_at < now() order by id limit 200 for update skip locked
  ),
  ${recordEnded("'expired'", "(select * from tried where status = 'running') running")},
  changed as (
    update jobs set status = 'error', reason = 'expired', finished_at = now(), position = nextval('job_positions'),
      attempt_id = null, lease_token = null, lease_until = null, run_until = null, stage = '', partial_text = null, preview = null, seq = seq + 1
    from tried where jobs.id = tried.id
    returning jobs.id, jobs.app_id, tried.node_id, jobs.status, jobs.price, jobs.payer
  ),
  ${refund('changed')}
  select id, app_id, node_id, status from changed`,
)

/** Every minute: ends the jobs that no node finished in time, and gives their price back. */
export async function expireJobs(deps: Pick<Deps, 'notifications' | 'db'>): Promise<void> {
  publishChangedJobs(deps, await expire(deps.db, []))
}
