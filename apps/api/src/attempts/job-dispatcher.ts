import { setImmediate as nextTick } from 'node:timers/promises'
import type { Assignment } from '@infra/protocol/attempts'
import { createLoader } from '../concurrency/create-loader.ts'
import { keyedMutex } from '../concurrency/keyed-mutex.ts'
import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { claimableJobs } from '../matching/claimable-jobs.ts'
import { fitApps } from '../matching/eligible-nodes.ts'
import { cachedUntilNotified } from '../notifications/cached-until-notified.ts'
import { type ClaimingNode, claimNextJob } from './claim-next-job.ts'
import type { ClaimWaiters, WaitingNode, Wakeup } from './claim-waiters.ts'
import { undoClaim } from './undo-claim.ts'

export interface Claim {
  node: ClaimingNode
  waitMs: number
  /** Aborts when the node disconnects. */
  signal: AbortSignal
}

interface PendingClaim extends Claim {
  /** A time by `performance.now()`. */
  until: number
}

/** A claim that doesn't wait for a job still waits this long for its turn, as it would for a connection. */
const WAIT_MS_MIN = 3_000

/** How long a queue counts as empty without looking again, in case a notification is lost. */
const EMPTY_MS = 1_000

const findQueued = statement<{ app: string }>(
  'find-queued-apps',
  `select app from unnest($1::text[]) app where exists (select from jobs where status = 'queued' and app_id = app)`,
)

/** Assigns jobs to nodes. */
export interface JobDispatcher {
  /** The next job of the apps that the node serves. Waits for one if there's none yet. */
  claim: (order: Claim) => Promise<Assignment | undefined>
  /** Runs `order`, which inserts this job. If a node is waiting, the same statement assigns the job to it. */
  assignOnInsert: <T>(
    job: { app: { id: string }; visibility: 'public' | 'private' },
    order: (taker: WaitingNode | undefined) => Promise<Ordered<T>>,
  ) => Promise<T>
}

interface Ordered<T> {
  result: T
  /** Set if the job went to a node right away. */
  assignment: Assignment | undefined
}

export function jobDispatcher(
  { notifications, db, config }: Pick<Deps, 'notifications' | 'db' | 'config'>,
  waiters: ClaimWaiters,
): JobDispatcher {
  const perNode = keyedMutex()
  // After a restart all nodes claim at the same moment. They get half of the connections, and the others wait here, in their long poll. If
  // they waited for a connection instead, they and everyone else would be refused after three seconds.
  const limitClaims = limitConcurrency(Math.floor(config.databaseConnections.calls / 2))
  const isQueued = cachedUntilNotified(
    notifications,
    { topics: ['queued', 'queued_private'], ms: EMPTY_MS },
    createLoader(async (apps) => new Map((await findQueued(db, [apps])).map(({ app }) => [app, true]))),
  )

  /** The node disconnected, so another one may have the job right away. */
  async function giveBack(node: { id: string }, job: Assignment): Promise<void> {
    const holder = { attemptId: job.attemptId, leaseToken: job.leaseToken, nodeId: node.id }
    if (await undoClaim(db, holder)) notifications.publish('queued', job.app.id)
  }

  async function assignJob({ node, signal }: PendingClaim, job: Assignment): Promise<Assignment | undefined> {
    if (!signal.aborted) return job
    await giveBack(node, job)
    return undefined
  }

  /** One node's claims run one after the other, or each of them would find the same slot free. */
  async function tryClaim(pending: PendingClaim): Promise<Assignment | undefined> {
    const { node, signal } = pending
    const timeout = { ms: Math.max(pending.until - performance.now(), WAIT_MS_MIN), signal }
    const job = await perNode(node.id, () => limitClaims(timeout, () => claimNextJob(db, node)))
    return job && assignJob(pending, job)
  }

  /** The node was woken and couldn't take the job: it failed it before, is paused, or got another one. */
  async function wakeNextIfStillQueued(wakeup: Wakeup, job: Assignment | undefined): Promise<void> {
    if (job?.app.id === wakeup.appId) return
    if ((await findQueued(db, [[wakeup.appId]])).length > 0) waiters.wakeNext(wakeup)
  }

  async function wait(pending: PendingClaim): Promise<Assignment | undefined> {
    const { node, signal } = pending
    const apps = fitApps(node).map(({ id }) => id)
    const { id, sessionId, levels } = node
    const waiting = waiters.enter({ id, sessionId, apps: claimableJobs(apps, levels) })
    try {
      // Jobs that were queued before it began to wait didn't wake it.
      const queued = await Promise.all(apps.map(isQueued))
      let job = queued.some(Boolean) ? await tryClaim(pending) : undefined
      while (!job && !signal.aborted) {
        const call = await waiting.next(pending.until - performance.now(), signal)
        if (!call) return undefined
        if ('job' in call) return assignJob(pending, call.job)
        job = await tryClaim(pending)
        await wakeNextIfStillQueued(call.wakeup, job)
      }
      return job
    } finally {
      waiting.leave()
    }
  }

  return {
    claim: (order) => {
      const pending = { ...order, until: performance.now() + order.waitMs }
      return order.waitMs > 0 ? wait(pending) : tryClaim(pending)
    },
    assignOnInsert: async ({ app, visibility }, order) => {
      const reserved = waiters.reserve(app.id, visibility)
      try {
        const { result, assignment } = reserved
          ? await perNode(reserved.node.id, () => order(reserved.node))
          : await order(undefined)
        if (!assignment) notifications.publish(visibility === 'public' ? 'queued' : 'queued_private', app.id)
        else if (!reserved!.give(assignment)) await giveBack(reserved!.node, assignment)
        // Answer the node first, so that it can start while the response to the order is written.
        else await nextTick()
        return result
      } finally {
        reserved?.free()
      }
    },
  }
}
