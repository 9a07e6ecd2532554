import type { Assignment } from '@infra/protocol/attempts'
import { isGiven } from '../matching/claimable-jobs.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** The nodes that wait for a job in a long poll. A queued job wakes one node that serves its app, not all of them. */
export interface ClaimWaiters {
  /** Starts waiting: from now on, the node misses no job of its apps. */
  enter: (node: WaitingNode) => WaitingClaim
  /**
   * Reserves a node that waits for such a job, for a caller that is about to insert one. Nothing else wakes the node until the caller calls
   * `give` or `free`.
   */
  reserve: (appId: string, visibility: 'public' | 'private') => Reserved | undefined
  /** Wakes the next node that hasn't been woken for it yet, because the last one couldn't take the job. */
  wakeNext: (wakeup: Wakeup) => void
  count: () => number
  close: () => void
}

export interface WaitingNode {
  id: string
  sessionId: string
  /** Apps that it serves, has the memory for and gets people's jobs of: all jobs, or public ones only. */
  apps: ReadonlyMap<string, 'all' | 'public'>
}

export interface WaitingClaim {
  /** Resolves when there is a job or may be one; with undefined when the time is up, the signal aborts or the server closes. */
  next: (ms: number, signal: AbortSignal) => Promise<Call | undefined>
  /** Stops waiting. Another node is woken for a wakeup that this one did not act on. */
  leave: () => void
}

/** Why a waiter is woken: to look for a job, or to take one that is already assigned to it. */
export type Call = { wakeup: Wakeup } | { job: Assignment }

/** There may be a queued job of this app. */
export interface Wakeup {
  /** Empty if the app isn't known; then all waiters look. */
  appId: string
  /** Set if only nodes that get private jobs may have it. */
  isPrivate?: boolean
  /** The waiters that were already woken for it. */
  tried: Set<Waiter>
}

export interface Reserved {
  node: WaitingNode
  /** Assigns the job. Returns whether the node was still waiting. */
  give: (job: Assignment) => boolean
  /** Ends the reservation; the node keeps waiting. */
  free: () => void
}

interface Waiter {
  node: WaitingNode
  isReserved: boolean
  /** A wakeup during a claim, which may have looked before the job was there. */
  missedWakeup: Wakeup | undefined
  wake: ((call: Call | undefined) => void) | undefined
}

export function openClaimWaiters(notifications: Notifications): ClaimWaiters {
  // A Set keeps the order in which they were added: the one that has waited longest is first.
  const waiters = new Set<Waiter>()
  let closed = false

  function call(wakeup: Wakeup): void {
    const waiter = chooseWaiter(waiters, wakeup)
    // Another node that serves the app hasn't looked yet, and will find this job itself.
    if (!waiter) return
    wakeup.tried.add(waiter)
    if (waiter.wake && !waiter.isReserved) waiter.wake({ wakeup })
    else waiter.missedWakeup = wakeup
  }

  /** For a check's run, which only this node may have. */
  function wakeNode(nodeId: string): void {
    for (const waiter of waiters) {
      const wakeup = { appId: '', tried: new Set([waiter]) }
      if (waiter.node.id !== nodeId) continue
      if (waiter.wake && !waiter.isReserved) waiter.wake({ wakeup })
      else waiter.missedWakeup ??= wakeup
    }
  }

  const stops = [
    notifications.subscribe('queued', (appId) => call({ appId, tried: new Set() })),
    notifications.subscribe('queued_private', (appId) => call({ appId, isPrivate: true, tried: new Set() })),
    notifications.subscribe('queued_for', wakeNode),
    notifications.subscribe('reconnected', () => {
      for (const { wake } of waiters) wake?.({ wakeup: { appId: '', tried: new Set() } })
    }),
  ]

  return {
    enter: (node) => {
      const waiter = {
        node,
        isReserved: false,
        missedWakeup: undefined,
        wake: undefined,
      }
      waiters.add(waiter)
      return {
        next: (ms, signal) => nextWakeup(waiter, { ms: closed ? 0 : ms, signal }),
        leave: () => {
          waiters.delete(waiter)
          const wakeup = takeMissed(waiter)
          if (wakeup) call(wakeup)
        },
      }
    },
    reserve: (appId, visibility) => reserveIn(waiters, appId, visibility),
    wakeNext: call,
    count: () => waiters.size,
    close: () => {
      closed = true
      for (const stop of stops) stop()
      for (const { wake } of waiters) wake?.(undefined)
    },
  }
}

/** The first idle one, or else one that is claiming or being assigned a job right now and may have looked too early. */
function chooseWaiter(
  waiters: ReadonlySet<Waiter>,
  { appId, isPrivate = false, tried }: Wakeup,
): Waiter | undefined {
  let looking: Waiter | undefined
  for (const waiter of waiters) {
    if (!isGiven(waiter.node.apps, appId, isPrivate) || tried.has(waiter)) continue
    if (waiter.wake && !waiter.isReserved) return waiter
    if (!waiter.missedWakeup) looking ??= waiter
  }
  return looking
}

function reserveIn(
  waiters: ReadonlySet<Waiter>,
  appId: string,
  visibility: 'public' | 'private',
): Reserved | undefined {
  for (const waiter of waiters) {
    if (!isGiven(waiter.node.apps, appId, visibility === 'private') || !waiter.wake || waiter.isReserved)
      continue
    waiter.isReserved = true
    return {
      node: waiter.node,
      give: (job) => {
        waiter.isReserved = false
        if (!waiter.wake) return false
        waiter.wake({ job })
        return true
      },
      free: () => {
        waiter.isReserved = false
        const wakeup = waiter.wake && takeMissed(waiter)
        if (wakeup) waiter.wake!({ wakeup })
      },
    }
  }
  return undefined
}

function takeMissed(waiter: Waiter): Wakeup | undefined {
  const { missedWakeup } = waiter
  waiter.missedWakeup = undefined
  return missedWakeup
}

function nextWakeup(
  waiter: Waiter,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Call | undefined> {
  const wakeup = takeMissed(waiter)
  if (wakeup) return Promise.resolve({ wakeup })
  if (ms <= 0 || signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const wake = (call: Call | undefined) => {
      waiter.wake = undefined
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(call)
    }
    const onAbort = () => wake(undefined)
    const timer = setTimeout(onAbort, ms)
    signal.addEventListener('abort', onAbort)
    waiter.wake = wake
  })
}
