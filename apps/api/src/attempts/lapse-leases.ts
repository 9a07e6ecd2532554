import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { refund } from '../ledger/movements.ts'
import { pauseForLapsedLeases } from '../matching/pause-nodes.ts'
import { LEASED_JOBS, TRIED } from './end-leases.ts'
import { type ChangedJob, publishChangedJobs } from './publish-changed-jobs.ts'
import { requeueOrEnd } from './requeue-or-end.ts'

const lapse = statement<ChangedJob>(
  'lapse-leases',
  `with tried as (
    select ${TRIED}, null as detail, false as final, case when run_until < now() then 'timed_out' else 'node_lost' end as reason
    from ${LEASED_JOBS} where lease_until < now() or run_until < now()
    order by jobs.id limit 200 for update skip locked
  ),
  ${requeueOrEnd('lapsed', 'tried')},
  ${refund('over')}
  select id, app_id, node_id, status from changed`,
)

/** Ends leases that weren't renewed. Several processes may do this at once: each takes rows that no other has locked. */
export function lapseLeases(db: Db): Promise<ChangedJob[]> {
  return lapse(db, [])
}

const orphan = statement<ChangedJob>(
  'lapse-orphans',
  `with tried as (
    select ${TRIED}, null as detail, false as final, 'node_lost' as reason
    from ${LEASED_JOBS} where leases.node_id = $1 and leases.attempt_id <> all($2)
    order by jobs.id for update skip locked
  ),
  ${requeueOrEnd('lapsed', 'tried')},
  ${refund('over')}
  select id, app_id, node_id, status from changed`,
)

/**
 * Ends the leases that a node lost when it was killed. The node reports which attempts it still has, so nobody has to wait for the others
 * to lapse.
 */
export async function lapseOrphans(
  deps: Pick<Deps, 'db' | 'notifications'>,
  { nodeId, holding }: { nodeId: string; holding: string[] },
): Promise<void> {
  const lapsed = await orphan(deps.db, [nodeId, holding])
  if (lapsed.length > 0) await pauseForLapsedLeases(deps.db, [[nodeId]])
  publishChangedJobs(deps, lapsed)
}
