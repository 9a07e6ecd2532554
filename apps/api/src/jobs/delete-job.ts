import { Refusal } from '@infra/protocol/refusal'
import { eq } from 'drizzle-orm'
import { jobs } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { dropFiles } from '../files/file-uses.ts'
import { deleteCheckRunsOf } from './delete-check-runs.ts'
import { ownJob } from './own-job.ts'
import { isPublic } from './present-job.ts'
import { countDeleted } from './roll-up.ts'

/** Deletes the caller's own job with its attempts and favorites. Its price stays in the ledger, and it stays in the hourly figures. */
export async function deleteJob(
  deps: Pick<Deps, 'db' | 'notifications'>,
  { jobId, address }: { jobId: string; address: string },
): Promise<void> {
  const job = await ownJob(deps, jobId, address)
  const { id, status } = job
  if (status === 'queued' || status === 'running') throw new Refusal('not_ready', 'Cancel this job first.')
  await transaction(deps.db, async (tx) => {
    await countDeleted(tx, [id])
    await deleteCheckRunsOf(tx, [id])
    await dropFiles(tx, [id])
    await tx.delete(jobs).where(eq(jobs.id, id))
  })
  deps.notifications.publish('job', id)
  if (isPublic(job)) deps.notifications.publish('shown', id)
}
