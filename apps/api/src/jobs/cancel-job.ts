import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import { recordEnded } from '../attempts/record-ended.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { refund } from '../ledger/movements.ts'
import { ownJob } from './own-job.ts'
import { presentJob } from './present-job.ts'

/** Ends the caller's own job and gives its price back. Cancelling it again changes nothing. */
export async function cancelJob(
  deps: Deps,
  { jobId, address }: { jobId: string; address: string },
): Promise<Job> {
  await ownJob(deps, jobId, address)
  const [cancelled] = await cancelOpen(deps.db, [jobId])
  const row = await ownJob(deps, jobId, address)
  if (!cancelled && row.status !== 'cancelled') throw new Refusal('job_final', 'This job has ended already.')
  if (cancelled) deps.notifications.publish('job', jobId)
  return presentJob(deps, row)
}

const cancel = statement<ChangedJob>(
  'cancel-job',
  `with tried as (
    select id, app_id, node_id, attempt_id, lease_token, started_at, price, payer, status, null as reason, null as detail
    from jobs where id = any($1) and status in ('queued', 'running') order by id for update
  ),
  ${recordEnded("'cancelled'", "(select * from tried where status = 'running') running")},
  changed as (
    update jobs set status = 'cancelled', finished_at = now(), position = nextval('job_positions'), attempt_id = null,
      lease_token = null, lease_until = null, run_until = null, stage = '', partial_text = null, preview = null, seq = seq + 1
    from tried where jobs.id = tried.id
    returning jobs.id, jobs.app_id, tried.node_id, jobs.status, jobs.price, jobs.payer
  ),
  ${refund('changed')}
  select id, app_id, node_id, status from changed`,
)

/** Cancels those of the jobs that have not ended, and gives their price back. */
export function cancelOpen(db: Db, ids: string[]): Promise<ChangedJob[]> {
  return cancel(db, [ids])
}
