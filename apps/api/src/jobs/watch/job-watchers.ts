import { JobEvent } from '@infra/protocol/jobs'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type EventBytes, eventBytes } from '../../http/event-stream.ts'
import { findJob, type JobRow } from '../job-queries.ts'
import { presentJob, seesInputFiles, seqOf } from '../present-job.ts'

/** A change of a job. */
export interface Change {
  row: JobRow
  /**
   * A `JobEvent` for this reader. Made once for the owner and once for all others, and not at all for nodes, which only need to know
   * whether their attempt has ended.
   */
  bytes: (reader: string | undefined) => EventBytes
}

type Listener = (change: Change) => void

/** A change is sent right away; further changes within this time are sent together. */
const COALESCE_MS = 50

/** Progress is sent at most twice per second, however often the node reports it. */
const PROGRESS_EVERY_MS = 500

export interface JobWatchers {
  /** Calls the listener at each change of the job; without progress, only at changes of its state. Returns a function that stops it. */
  watch: (id: string, listener: Listener, options?: { progress: boolean }) => () => void
  close: () => void
}

interface Watcher {
  listener: Listener
  wantsProgress: boolean
}

export function toChange(deps: Pick<Deps, 'config' | 'files' | 'now'>, row: JobRow): Change {
  const made = new Map<boolean, EventBytes>()
  const make = (address: string | undefined) => {
    const json = JSON.stringify(z.encode(JobEvent, presentJob(deps, row, { address }, 'with receipt')))
    return eventBytes({ event: 'job', json, id: seqOf(row) })
  }
  return {
    row,
    bytes: (reader) => {
      const withInputFiles = seesInputFiles(row, { address: reader })
      const bytes = made.get(withInputFiles) ?? make(reader)
      made.set(withInputFiles, bytes)
      return bytes
    },
  }
}

/** The watchers of single jobs. However many watch a job, each change is read and serialized once. */
export function openJobWatchers(deps: Deps, onError: (error: unknown) => void): JobWatchers {
  const byJob = new Map<string, Set<Watcher>>()
  /** Jobs with a recently sent change, and whether they changed since. */
  const coalescing = new Map<string, { timer: NodeJS.Timeout; hasChanged: boolean }>()
  /** Jobs with recently sent progress, and whether there was more since. */
  const throttled = new Map<string, { timer: NodeJS.Timeout; hasChanged: boolean }>()

  async function send(id: string): Promise<void> {
    const row = await findJob(deps.db, id)
    if (!row) return
    const change = toChange(deps, row)
    for (const { listener } of [...(byJob.get(id) ?? [])]) listener(change)
  }

  function plan(id: string): void {
    const pending = coalescing.get(id)
    if (pending) {
      pending.hasChanged = true
      return
    }
    coalescing.set(id, { hasChanged: false, timer: setTimeout(endCoalescing, COALESCE_MS, id) })
    // A change that can't be read is sent with the next one, or at the next poll.
    send(id).catch(onError)
  }

  function endCoalescing(id: string): void {
    const pending = coalescing.get(id)
    coalescing.delete(id)
    if (pending?.hasChanged) plan(id)
  }

  /** Other changes of the job are sent as usual in the meantime, including its progress. */
  function planProgress(id: string): void {
    const pending = throttled.get(id)
    if (pending) {
      pending.hasChanged = true
      return
    }
    throttled.set(id, { hasChanged: false, timer: setTimeout(endThrottling, PROGRESS_EVERY_MS, id) })
    plan(id)
  }

  function endThrottling(id: string): void {
    const pending = throttled.get(id)
    throttled.delete(id)
    if (pending?.hasChanged && isProgressWanted(id)) planProgress(id)
  }

  /** While a job runs, its node always waits for its end, so most jobs that report progress have a watcher that doesn't want it. */
  function isProgressWanted(id: string): boolean {
    return [...(byJob.get(id) ?? [])].some(({ wantsProgress }) => wantsProgress)
  }

  const stops = [
    deps.notifications.subscribe('job', (id) => {
      if (byJob.has(id)) plan(id)
    }),
    deps.notifications.subscribe('progress', (id) => {
      if (isProgressWanted(id)) planProgress(id)
    }),
    deps.notifications.subscribe('reconnected', () => {
      for (const id of byJob.keys()) plan(id)
    }),
  ]

  return {
    watch: (id, listener, { progress } = { progress: true }) => {
      const group = byJob.get(id) ?? new Set()
      const watcher = { listener, wantsProgress: progress }
      byJob.set(id, group.add(watcher))
      return () => {
        group.delete(watcher)
        if (group.size === 0 && byJob.get(id) === group) byJob.delete(id)
      }
    },
    close: () => {
      for (const stop of stops) stop()
      for (const { timer } of [...coalescing.values(), ...throttled.values()]) clearTimeout(timer)
    },
  }
}
