import type { Assignment } from '@infra/protocol/attempts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { oneAtATime } from '../http/one-at-a-time.ts'
import { findNode } from '../nodes/node-queries.ts'
import { claimJob } from './claim-job.ts'
import { releaseLeased } from './end-jobs.ts'
import type { Ring, WaitingRoom } from './waiting-room.ts'

interface Claim {
  node: { id: string; sessionId: string }
  waitMs: number
  /** Aborts when the node hangs up. */
  signal: AbortSignal
}

/** Claims for nodes, waiting for a job where there is none yet. */
export function claimsOf({ bell, db }: Pick<Deps, 'bell' | 'db'>, waitingRoom: WaitingRoom) {
  const inTurn = oneAtATime()

  /** Those of one node one after the other, or each would find the same slot free. */
  async function claim({ node, signal }: Claim): Promise<Assignment | undefined> {
    const job = await inTurn(node.id, () => claimJob(db, node))
    if (!job || !signal.aborted) return job
    // Nobody is there to take it. Another may have it, at once.
    const holder = { attemptId: job.attemptId, leaseToken: job.leaseToken, nodeId: node.id }
    if (await releaseLeased(db, holder)) bell.ring('queued', job.app.id)
    return undefined
  }

  async function wait(order: Claim): Promise<Assignment | undefined> {
    const until = performance.now() + order.waitMs
    const apps = ((await findNode(db, order.node.id))?.apps ?? []).map(({ id }) => id)
    const seat = waitingRoom.enter(apps)
    let ring: Ring | undefined
    try {
      for (;;) {
        // The first time, since what came before it sat down rang for nobody.
        const job = await claim(order)
        // It was called, and could not: it failed that job before, or rests, or was given another.
        if (ring && job?.app.id !== ring.appId && (await isQueued(db, [ring.appId])).length > 0) {
          waitingRoom.passOn(ring)
        }
        if (job || order.signal.aborted) return job
        ring = await seat.called(until - performance.now(), order.signal)
        if (!ring) return undefined
      }
    } finally {
      seat.leave()
    }
  }

  return async (order: Claim): Promise<Assignment | undefined> =>
    (await claim(order)) ?? (order.waitMs > 0 ? wait(order) : undefined)
}

const isQueued = statement('is-queued', "select from jobs where status = 'queued' and app_id = $1 limit 1")
