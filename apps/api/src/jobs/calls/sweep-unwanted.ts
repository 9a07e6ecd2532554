import { publishChangedJobs } from '../../attempts/publish-changed-jobs.ts'
import { transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { cancelOpen } from '../cancel-job.ts'
import { clearWanted, lockUnwanted } from './call-queries.ts'

/** Cancels jobs that programs ordered and no longer wait for, and refunds them. */
export async function sweepUnwanted(deps: Pick<Deps, 'notifications' | 'db'>): Promise<void> {
  const cancelled = await transaction(deps.db, async (tx) => {
    const unwanted = (await lockUnwanted(tx, [])).map(({ jobId }) => jobId)
    if (unwanted.length === 0) return []
    await clearWanted(tx, [unwanted])
    return cancelOpen(tx, unwanted)
  })
  publishChangedJobs(deps, cancelled)
}
