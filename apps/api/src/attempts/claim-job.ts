import type { Assignment } from '@infra/protocol/attempts'
import type { Deps } from '../deps.ts'
import type { Claim, JobDispatcher } from './job-dispatcher.ts'

/** What claiming needs in addition to the API's dependencies. */
export interface ClaimDeps extends Pick<Deps, 'leases' | 'notifications'> {
  dispatcher: Pick<JobDispatcher, 'claim'>
  markSeen: (nodeId: string) => void
}

/** The next job that the node can run. Waits for one if there's none yet; undefined if none came in time. */
export async function claimJob(deps: ClaimDeps, claim: Claim): Promise<Assignment | undefined> {
  const nodeId = claim.node.id
  deps.markSeen(nodeId)
  const job = await deps.dispatcher.claim(claim)
  if (!job) return undefined
  deps.leases.add({ attemptId: job.attemptId, leaseToken: job.leaseToken, nodeId })
  deps.notifications.publish('job', job.jobId)
  return job
}
