import { publishChangedJobs } from '../attempts/publish-changed-jobs.ts'
import { releaseAllOf } from '../attempts/release-attempt.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { pauseForReleases } from '../matching/pause-nodes.ts'
import { deleteNodeLogs } from './mine/node-log.ts'
import { updateNode } from './node-queries.ts'
import { ownNode } from './own-node.ts'

/** Removes the caller's own node. Its running jobs go to other nodes. */
export async function removeNode(
  deps: Pick<Deps, 'db' | 'notifications' | 'now'>,
  { nodeId, operator }: { nodeId: string; operator: string },
): Promise<void> {
  const { id } = await ownNode(deps, nodeId, operator)
  const released = await transaction(deps.db, async (tx) => {
    await updateNode(tx, id, { removedAt: deps.now(), sessionId: null, tags: [] })
    await deleteNodeLogs(tx, [[id]])
    const jobs = await releaseAllOf(tx, id)
    if (jobs.length > 0) await pauseForReleases(tx, [[id]])
    return jobs
  })
  deps.notifications.publish('node', id)
  publishChangedJobs(deps, released)
}
