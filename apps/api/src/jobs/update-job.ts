import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { eq, sql } from 'drizzle-orm'
import { jobs } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { setFilesPublic } from '../files/file-uses.ts'
import { ownJob } from './own-job.ts'
import { isPublic, presentJob } from './present-job.ts'

interface Change {
  visibility?: 'public' | 'private'
  inputFilesHidden?: boolean
}

/** Makes the caller's own job public or private, together with its files; or hides only its input files. */
export async function updateJob(
  deps: Deps,
  { jobId, address, ...change }: Change & { jobId: string; address: string },
): Promise<Job> {
  const before = await ownJob(deps, jobId, address)
  if (change.visibility === 'public') refuseHiddenApp(before.appId)
  const after = await applyChange(deps, jobId, change)
  deps.notifications.publish('job', jobId)
  if (isPublic(before) || (after && isPublic(after))) deps.notifications.publish('shown', jobId)
  return presentJob(deps, await ownJob(deps, jobId, address), { address }, 'with receipt')
}

/** Apps that only test the network never appear in the feed, neither when they're ordered nor later. */
function refuseHiddenApp(appId: string): void {
  if (findApp(appId)?.state !== 'hidden') return
  throw new Refusal('validation_failed', '1 field is not valid.', {
    errors: [{ pointer: '/visibility', message: 'must be private: this app is not for the public' }],
  })
}

/** The same content may have been hidden elsewhere while this job was private. */
const takenDown = sql`(${jobs.status} = 'finished' and not ${jobs.hidden} and was_taken_down(jobs, ${jobs.outputs}))`
const hiddenIfTakenDown = {
  hidden: sql`${jobs.hidden} or ${takenDown}`,
  hiddenBecause: sql`case when ${takenDown} then 'hidden_before' else ${jobs.hiddenBecause} end`,
}

function applyChange(
  { db }: Pick<Deps, 'db'>,
  id: string,
  change: Change,
): Promise<typeof jobs.$inferSelect | undefined> {
  return transaction(db, async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({
        visibility: change.visibility,
        inputFilesHidden:
          change.inputFilesHidden === undefined
            ? undefined
            : sql`${change.inputFilesHidden} and jsonb_array_length(${jobs.inputFiles}) > 0`,
        ...(change.visibility === 'public' && hiddenIfTakenDown),
        seq: sql`${jobs.seq} + 1`,
      })
      .where(eq(jobs.id, id))
      .returning()
    if (job?.status === 'finished') await setFilesPublic(tx, id, isPublic(job))
    return job
  })
}
