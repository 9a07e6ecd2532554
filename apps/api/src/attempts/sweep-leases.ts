import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { servedBy } from '../matching/eligible-nodes.ts'
import { pauseForLapsedLeases } from '../matching/pause-nodes.ts'
import { AVOID_SECONDS } from './attempt-rules.ts'
import { lapseLeases } from './lapse-leases.ts'
import { publishChangedJobs } from './publish-changed-jobs.ts'

/** Apps with jobs that the node which failed them may now take again. The node is waiting for a job, and nothing else wakes it. */
const listRetryable = statement<{ app_id: string }>(
  'list-retryable',
  `select distinct app_id from jobs
  where status = 'queued' and avoid_until is not null and avoid_until between now() - interval '3 seconds' and now()`,
)

/** No other operator is left to take these jobs, so those that failed them may try again. */
const stopAvoiding = statement(
  'stop-avoiding',
  `update jobs set avoid_until = now() from (
    select id from jobs waiting where status = 'queued' and avoid_until > now() + interval '${AVOID_SECONDS} seconds'
      and not ${servedBy('waiting', 'n.account <> all(waiting.avoid_accounts)')}
    limit 200 for update skip locked
  ) unserved where jobs.id = unserved.id`,
)

/** Every second: ends the leases that lapsed, and lets operators retry jobs that avoided them. */
export async function sweepLeases(deps: Pick<Deps, 'notifications' | 'db'>): Promise<void> {
  const { notifications, db } = deps
  const lapsed = await lapseLeases(db)
  publishChangedJobs(deps, lapsed)
  const nodeIds = [...new Set(lapsed.map(({ node_id }) => node_id))]
  if (nodeIds.length > 0) await pauseForLapsedLeases(db, [nodeIds])
  await stopAvoiding(db, [])
  for (const { app_id } of await listRetryable(db, [])) notifications.publish('queued', app_id)
}
