import { publishChangedJobs } from '../attempts/publish-changed-jobs.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { endLockedJobs } from './end-locked-jobs.ts'

const lockExpired = statement<{ id: string }>(
  'lock-expired-jobs',
  `select id from jobs where status in ('queued', 'running') and expires_at < now() order by id limit 200 for update skip locked`,
)

/** Every minute: ends jobs that no node finished in time, and refunds them. */
export async function expireJobs(deps: Pick<Deps, 'notifications' | 'db'>): Promise<void> {
  const ended = await transaction(deps.db, async (tx) =>
    endLockedJobs(tx, await lockExpired(tx, []), { attempt: 'expired', status: 'error', reason: 'expired' }),
  )
  publishChangedJobs(deps, ended)
}
