import type { Assignment } from '@infra/protocol/attempts'
import { isGiven } from '../matching/claimable-jobs.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** The nodes that wait for a job in a long poll. A job that is queued wakes one node that serves its app, not all of them. */
export interface ClaimWaiters {
  /** From now on no job of the node's apps is missed. */
  enter: (node: WaitingNode) => WaitingClaim
  /** A node that waits for such a job, for a caller that is about to insert one. Nothing else wakes it until the caller calls `give` or `free`. */
  reserve: (appId: string, visibility: 'public' | 'private') => Reserved | undefined
  /** Wakes the next node that was not woken for it yet, after one that could not take the job. */
  wakeNext: (wakeup: Wakeup) => void
  count: () => number
  close: () => void
}

export interface WaitingNode {
  id: string
  sessionId: string
  /** Those that it serves, has the memory for and gets people's jobs of: all jobs, or public ones. */
  apps: ReadonlyMap<string, 'all' | 'public'>
}

export interface WaitingClaim {
  /** Resolves when there is or may be a job; with nothing when the time is over, the signal aborts or the server closes. */
  next: (ms: number, signal: AbortSignal) => Promise<Call | undefined>
  /** Stops waiting. Another node is woken for a wakeup that this one did not act on. */
  leave: () => void
}

/** Why a waiter is woken: to look for a job, or to take one that is already assigned to it. */
export type Call = { wakeup: Wakeup } | { job: Assignment }

/** There may be a queued job of this app. */
export interface Wakeup {
  /** Empty where the app is not known: all waiters look. */
  appId: string
  /** Where it is known that only nodes which get private jobs may have it. */
  isPrivate?: boolean
  /** The waiters that were woken for it. */
  tried: Set<Waiter>
}

export interface Reserved {
  node: WaitingNode
  /** Assigns the job. Returns whether the node was still waiting. */
  give: (job: Assignment) => boolean
  /** Ends the reservation; the node waits on. */
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
    // Any other node that serves the app is still to look, and will find this job itself.
    if (!waiter) return
    wakeup.tried.add(waiter)
    if (waiter.wake && !waiter.isReserved) waiter.wake({ wakeup })
    else waiter.missedWakeup = wakeup
  }

  /** For a run of a check, which no other node may have. */
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

/** The first that is idle, or else one that is claiming or being assigned a job right now and may have looked too early. */
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
