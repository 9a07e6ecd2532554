import type { Assignment } from '@infra/protocol/attempts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { fewAtOnce } from '../http/few-at-once.ts'
import { oneAtATime } from '../http/one-at-a-time.ts'
import { findNode, noteNodeSeen } from '../nodes/node-queries.ts'
import { claimJob } from './claim-job.ts'
import { releaseLeased } from './end-jobs.ts'
import type { Ring, WaitingRoom } from './waiting-room.ts'

interface Claim {
  node: { id: string; sessionId: string }
  waitMs: number
  /** Aborts when the node hangs up. */
  signal: AbortSignal
}

/** A claim whose time is running. */
interface Turn extends Claim {
  until: number
}

/**
 * Half of the connections that a process has to the database. All nodes come in the same moment after a restart: the others
 * wait here, in the poll that they are in anyway. For a connection they would wait three seconds and be refused, and people with them.
 */
const CLAIMS_AT_ONCE = 5

/** Whoever comes without wanting to wait for a job waits at least as long for his turn as for a connection. */
const TURN_MS_MIN = 3_000

/** Claims for nodes, waiting for a job where there is none yet. */
export function claimsOf({ bell, db }: Pick<Deps, 'bell' | 'db'>, waitingRoom: WaitingRoom) {
  const inTurn = oneAtATime()
  const fewClaims = fewAtOnce(CLAIMS_AT_ONCE)
  const look = ({ node }: Turn) => claimJob(db, node)

  /** Not later: once a node waits, nothing may come between a job and it. */
  const arriveAndLook = async (turn: Turn) => {
    await noteNodeSeen(db, turn.node.id)
    return look(turn)
  }

  /** Those of one node one after the other, or each would find the same slot free. */
  async function claim(turn: Turn, work = look): Promise<Assignment | undefined> {
    const { node, signal } = turn
    const patience = { ms: Math.max(turn.until - performance.now(), TURN_MS_MIN), signal }
    const job = await inTurn(node.id, () => fewClaims(patience, () => work(turn)))
    if (!job || !signal.aborted) return job
    // Nobody is there to take it. Another may have it, at once.
    const holder = { attemptId: job.attemptId, leaseToken: job.leaseToken, nodeId: node.id }
    if (await releaseLeased(db, holder)) bell.ring('queued', job.app.id)
    return undefined
  }

  async function wait(turn: Turn): Promise<Assignment | undefined> {
    const apps = ((await findNode(db, turn.node.id))?.apps ?? []).map(({ id }) => id)
    const seat = waitingRoom.enter(apps)
    let ring: Ring | undefined
    try {
      for (;;) {
        // The first time, since what came before it sat down rang for nobody.
        const job = await claim(turn)
        // It was called, and could not: it failed that job before, or rests, or was given another.
        if (ring && job?.app.id !== ring.appId && (await isQueued(db, [ring.appId])).length > 0) {
          waitingRoom.passOn(ring)
        }
        if (job || turn.signal.aborted) return job
        ring = await seat.called(Math.max(turn.until - performance.now(), 0), turn.signal)
        if (!ring) return undefined
      }
    } finally {
      seat.leave()
    }
  }

  return async (order: Claim): Promise<Assignment | undefined> => {
    const turn = { ...order, until: performance.now() + order.waitMs }
    const job = await claim(turn, arriveAndLook)
    return job ?? (performance.now() < turn.until ? wait(turn) : undefined)
  }
}

const isQueued = statement('is-queued', "select from jobs where status = 'queued' and app_id = $1 limit 1")
