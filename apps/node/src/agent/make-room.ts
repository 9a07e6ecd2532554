import type { AwayReason } from '@infra/protocol/nodes'
import { awayWords } from '../availability/describe-away.ts'
import type { Log } from '../log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { LEASED_BACKOFF_MS_MAX, untilAnswered } from './retry.ts'
import type { RunningJobs } from './running-jobs.ts'
import type { Session } from './session.ts'

interface RoomOptions {
  reopen: Session['reopen']
  sandbox: Pick<Sandbox, 'endIdle'>
  jobs: Pick<RunningJobs, 'leave' | 'holding'>
  log: Log
  signal: AbortSignal
}

export interface Room {
  /** Why the node takes no jobs; for its sign-ins. */
  away: () => AwayReason | undefined
  /** Aborts when the node leaves the jobs that start now. */
  left: () => AbortSignal
  change: (reason: AwayReason | undefined) => void
  /**
   * Takes no more jobs from now on, and gives running ones this long to finish before it leaves them. Resolves when the network knows. Only
   * a restart undoes this.
   */
  rest: (reason: AwayReason, graceMs: number) => Promise<void>
  /** The node has signed in. */
  signedIn: () => void
}

/**
 * Frees the machine for its owner. Running jobs end right away, and a new sign-in says why, which gives the jobs to other
 * nodes without counting it against this one. Jobs that already have their result are submitted.
 */
export function makeRoom({ reopen, sandbox, jobs, log, signal }: RoomOptions): Room {
  let away: AwayReason | undefined
  let stay = new AbortController()
  let isSignedIn = false
  let isUnreported = false
  let reporting: Promise<void> | undefined
  let isResting = false

  async function report(): Promise<void> {
    if (!isSignedIn) return
    reporting ??= reportLatest().finally(() => {
      reporting = undefined
    })
    return reporting
  }

  /** One sign-in after the other, until the network knows the latest. */
  async function reportLatest(): Promise<void> {
    try {
      while (isUnreported) {
        isUnreported = false
        await untilAnswered(() => reopen(jobs.holding()), { signal, maxMs: LEASED_BACKOFF_MS_MAX })
      }
    } catch (error) {
      if (!signal.aborted) log.warn(`The network was not notified: ${(error as Error).message}`)
    }
  }

  function leaveJobs(): void {
    jobs.leave()
    stay.abort(new Error('The node makes room for its owner.'))
    sandbox.endIdle()
    isUnreported = true
    void report()
  }

  return {
    away: () => away,
    left: () => stay.signal,
    change: (reason) => {
      // It still leaves its jobs for its owner, but takes no new ones when the owner goes.
      if (isResting) {
        if (reason) leaveJobs()
        return
      }
      away = reason
      if (reason) {
        leaveJobs()
        log.info(`No jobs for now: ${awayWords[reason]}. Those under way go to other nodes.`)
      } else {
        stay = new AbortController()
        log.info('Taking jobs again.')
        isUnreported = true
        void report()
      }
    },
    rest: async (reason, graceMs) => {
      isResting = true
      away = reason
      isUnreported = true
      log.info(`No more jobs for now: ${awayWords[reason]}. Those under way finish first.`)
      setTimeout(leaveJobs, graceMs).unref()
      await report()
    },
    signedIn: () => {
      isSignedIn = true
      void report()
    },
  }
}
