import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { cancelOpen } from './end-jobs.ts'
import { ownJob } from './own-job.ts'
import { presentJob } from './present-job.ts'

/** Ends the caller's own job and gives its price back. Cancelled twice, it stays cancelled. */
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
