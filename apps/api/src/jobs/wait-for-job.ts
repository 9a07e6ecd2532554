import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Assignment } from '@infra/protocol/attempts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { askTogether } from '../http/ask-together.ts'
import { believed } from '../http/believed.ts'
import { fewAtOnce } from '../http/few-at-once.ts'
import { oneAtATime } from '../http/one-at-a-time.ts'
import { type ClaimingNode, claimJob, fitApps } from './claim-job.ts'
import { undoClaim } from './end-jobs.ts'
import type { Ring, WaitingNode, WaitingRoom } from './waiting-room.ts'

interface Claim {
  node: ClaimingNode
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

/** How long a queue is taken for empty without looking, should the bell be lost; whoever waits longer comes again anyway. */
const EMPTY_MS = 1_000

const findQueued = statement<{ app: string }>(
  'find-queued-apps',
  `select app from unnest($1::text[]) app where exists (select from jobs where status = 'queued' and app_id = app)`,
)

/** How a job and a node come together. */
export interface Handover {
  /** The next job of those that the node serves, waiting for one where there is none yet. */
  claim: (order: Claim) => Promise<Assignment | undefined>
  /** Whoever waits for a job of this app gets the one that `order` is about to make, if it can be had at once. */
  offer: <T>(appId: string, order: (taker: WaitingNode | undefined) => Promise<Ordered<T>>) => Promise<T>
}

interface Ordered<T> {
  result: T
  /** What the one who was offered it has now. */
  assignment: Assignment | undefined
}

export function handoverOf({ bell, db }: Pick<Deps, 'bell' | 'db'>, waitingRoom: WaitingRoom): Handover {
  const inTurn = oneAtATime()
  const fewClaims = fewAtOnce(CLAIMS_AT_ONCE)
  const isQueued = believed(
    bell,
    { topic: 'queued', ms: EMPTY_MS },
    askTogether(async (apps) => new Map((await findQueued(db, [apps])).map(({ app }) => [app, true]))),
  )

  /** Nobody is there to take it. Another may have it, at once. */
  async function giveBack(node: { id: string }, job: Assignment): Promise<void> {
    const holder = { attemptId: job.attemptId, leaseToken: job.leaseToken, nodeId: node.id }
    if (await undoClaim(db, holder)) bell.ring('queued', job.app.id)
  }

  async function handOver({ node, signal }: Turn, job: Assignment): Promise<Assignment | undefined> {
    if (!signal.aborted) return job
    await giveBack(node, job)
    return undefined
  }

  /** Those of one node one after the other, or each would find the same slot free. */
  async function look(turn: Turn): Promise<Assignment | undefined> {
    const { node, signal } = turn
    const patience = { ms: Math.max(turn.until - performance.now(), TURN_MS_MIN), signal }
    const job = await inTurn(node.id, () => fewClaims(patience, () => claimJob(db, node)))
    return job && handOver(turn, job)
  }

  /** It was called, and could not: it failed that job before, or rests, or was given another. */
  async function passOnWhatIsLeft(ring: Ring, job: Assignment | undefined): Promise<void> {
    if (job?.app.id === ring.appId) return
    if ((await findQueued(db, [[ring.appId]])).length > 0) waitingRoom.passOn(ring)
  }

  async function wait(turn: Turn): Promise<Assignment | undefined> {
    const { node, signal } = turn
    const apps = fitApps(node).map(({ id }) => id)
    const seat = waitingRoom.enter({ id: node.id, sessionId: node.sessionId, apps })
    try {
      // What came before it sat down rang for nobody.
      const queued = await Promise.all(apps.map(isQueued))
      let job = queued.some(Boolean) ? await look(turn) : undefined
      while (!job && !signal.aborted) {
        const call = await seat.called(turn.until - performance.now(), signal)
        if (!call) return undefined
        if ('job' in call) return handOver(turn, call.job)
        job = await look(turn)
        await passOnWhatIsLeft(call.ring, job)
      }
      return job
    } finally {
      seat.leave()
    }
  }

  return {
    claim: (order) => {
      const turn = { ...order, until: performance.now() + order.waitMs }
      return order.waitMs > 0 ? wait(turn) : look(turn)
    },
    offer: async (appId, order) => {
      const reserved = waitingRoom.reserve(appId)
      try {
        const { result, assignment } = reserved
          ? await inTurn(reserved.node.id, () => order(reserved.node))
          : await order(undefined)
        if (!assignment) bell.ring('queued', appId)
        else if (!reserved!.give(assignment)) await giveBack(reserved!.node, assignment)
        // It is answered first: it has work to do.
        else await nextTurn()
        return result
      } finally {
        reserved?.free()
      }
    },
  }
}
