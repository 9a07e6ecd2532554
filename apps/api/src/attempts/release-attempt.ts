import type { LeaseHolder } from '../auth/leases.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { pauseForLeaving, pauseForReleases } from '../matching/pause-nodes.ts'
import { endLeases, LEASED_JOBS, SEQ_AFTER_LEASE, TRIED } from './end-leases.ts'
import { whyLost } from './lease-queries.ts'
import { type ChangedJob, publishChangedJobs } from './publish-changed-jobs.ts'
import { recordEnded } from './record-ended.ts'
import { avoidTriedBy, requeueTurn, withOperators } from './requeue-or-end.ts'

/** Requeues the job; other operators come first. */
export async function releaseAttempt(
  deps: Pick<Deps, 'db' | 'notifications'>,
  holder: LeaseHolder,
): Promise<void> {
  const { nodeId, attemptId, leaseToken } = holder
  const released = await release(deps.db, [nodeId, attemptId, leaseToken, []])
  if (released.length === 0) throw await whyLost(deps.db, holder)
  await pauseForReleases(deps.db, [[nodeId]])
  publishChangedJobs(deps, released)
}

/** Releases all attempts of a node except those it still has. */
export async function releaseUnheld(
  deps: Pick<Deps, 'db' | 'notifications'>,
  { nodeId, holding }: { nodeId: string; holding: string[] },
): Promise<void> {
  const released = await releaseAllOf(deps.db, nodeId, holding)
  if (released.length > 0) await pauseForReleases(deps.db, [[nodeId]])
  publishChangedJobs(deps, released)
}

/** The same for a node that frees its machine for its owner: that isn't held against it unless it leaves all the time. */
export async function leaveUnheld(
  deps: Pick<Deps, 'db' | 'notifications'>,
  { nodeId, holding }: { nodeId: string; holding: string[] },
): Promise<void> {
  const left = await leave(deps.db, [nodeId, null, null, holding])
  if (left.length > 0) await pauseForLeaving(deps.db, [[nodeId]])
  publishChangedJobs(deps, left)
}

const requeueAs = (state: 'released' | 'left') => `
  with tried as (
    select ${TRIED}, null as reason, null as detail
    from ${LEASED_JOBS} where leases.node_id = $1 and ($2::uuid is null or (leases.attempt_id = $2 and lease_token = $3))
      and leases.attempt_id <> all($4::uuid[])
    order by jobs.id for update
  ),
  ${withOperators('tried')},
  ${endLeases('asked')},
  ${recordEnded(`'${state}'`, 'asked')}
  update jobs set status = 'queued', turn = ${requeueTurn}, attempts = jobs.attempts - 1, node_id = null, attempt_id = null,
    ${avoidTriedBy('asked', "interval '0'")}, seq = ${SEQ_AFTER_LEASE}, started_at = null
  from asked where jobs.id = asked.id
  returning jobs.id, jobs.app_id, asked.node_id, jobs.status`

const release = statement<ChangedJob>('release-attempt', requeueAs('released'))
const leave = statement<ChangedJob>('leave-attempts', requeueAs('left'))

/** The same without pauses and notifications, for callers that do more in the same transaction. */
export function releaseAllOf(db: Db, nodeId: string, holding: string[] = []): Promise<ChangedJob[]> {
  return release(db, [nodeId, null, null, holding])
}
