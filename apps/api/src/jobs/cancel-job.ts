import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { endLockedJobs } from './end-locked-jobs.ts'
import { ownJob } from './own-job.ts'
import { presentJob } from './present-job.ts'

/** Ends the caller's own job and gives its price back. Cancelling it again changes nothing. */
export async function cancelJob(
  deps: Deps,
  { jobId, address }: { jobId: string; address: string },
): Promise<Job> {
  await ownJob(deps, jobId, address)
  const [cancelled] = await transaction(deps.db, (tx) => cancelOpen(tx, [jobId]))
  const row = await ownJob(deps, jobId, address)
  if (!cancelled && row.status !== 'cancelled') throw new Refusal('job_final', 'This job has ended already.')
  if (cancelled) deps.notifications.publish('job', jobId)
  return presentJob(deps, row)
}

const lockOpen = statement<{ id: string }>(
  'lock-open-jobs',
  `select id from jobs where id = any($1) and status in ('queued', 'running') order by id for update`,
)

/** Cancels those of the jobs that have not ended, and gives their price back. */
export async function cancelOpen(tx: Db, ids: string[]): Promise<ChangedJob[]> {
  const open = await lockOpen(tx, [ids])
  return endLockedJobs(tx, open, { attempt: 'cancelled', status: 'cancelled', reason: null })
}
