import { releaseUnheld } from '../attempts/release-attempt.ts'
import type { Deps } from '../deps.ts'
import { updateNode } from './node-queries.ts'

/** Signs a node out. A claim that completed while the node was leaving assigned it a job that it never got; that job is requeued. */
export async function endNodeSession(
  deps: Pick<Deps, 'db' | 'notifications'>,
  nodeId: string,
): Promise<void> {
  await updateNode(deps.db, nodeId, { sessionId: null, lastSeenAt: null })
  deps.notifications.publish('node', nodeId)
  await releaseUnheld(deps, { nodeId, holding: [] })
}
