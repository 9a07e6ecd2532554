import { JobEvent } from '@infra/protocol/jobs'
import { z } from 'zod'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type SharedEvent, sharedEvent } from '../http/event-stream.ts'
import { findJob, type JobRow, listFeedAfter } from './job-queries.ts'
import { isPublic, presentJob } from './present-job.ts'

/** A change of a job, serialized once for all watchers. */
export interface Change {
  row: JobRow
  /** A `JobEvent`. */
  event: SharedEvent
}

type Listener = (change: Change) => void

/** A change is sent at once; further changes within this time after it are sent together. */
const COALESCE_MS = 50

/** Progress is sent twice a second at most, however often the node reports it. */
const PROGRESS_EVERY_MS = 500

/** A notification may be lost, so watchers also poll now and then. */
export const POLL_MS = 15_000

/** A reader who missed more than this gets `reset` and reads the feed anew. */
const MISSED_MAX = 100

/**
 * Jobs that end in the same moment get their positions in one order and may become visible in another. A reader who resumes from a
 * position is sent this many before it as well: some twice, rather than one never.
 */
const LOOK_BACK = 20

export interface Watchers {
  watchJob: (id: string, listener: Listener) => () => void
  watchFeed: (listener: Listener) => () => void
  close: () => void
}

export function toChange(deps: Pick<Deps, 'config' | 'files' | 'now'>, row: JobRow): Change {
  const json = JSON.stringify(z.encode(JobEvent, presentJob(deps, row, 'with receipt')))
  return { row, event: sharedEvent('job', json) }
}

/** The watchers of jobs and of the feed. However many watch a job, each change is read and serialized once. */
export function openWatchers(deps: Deps, onError: (error: unknown) => void): Watchers {
  const byJob = new Map<string, Set<Listener>>()
  const feed = openFeed(deps, onError)
  /** Jobs that were sent a moment ago, and whether they changed since. */
  const coalescing = new Map<string, { timer: NodeJS.Timeout; hasChanged: boolean }>()
  /** Jobs whose progress was sent a moment ago, and whether there was more since. */
  const throttled = new Map<string, { timer: NodeJS.Timeout; hasChanged: boolean }>()
  /** Jobs to be sent that are new in the feed. A favorite of an old job is not. */
  const newInFeed = new Set<string>()

  async function send(id: string): Promise<void> {
    const isNew = newInFeed.delete(id)
    const row = await findJob(deps.db, id)
    if (!row) return
    const change = toChange(deps, row)
    for (const listener of [...(byJob.get(id) ?? [])]) listener(change)
    if (isNew && isPublic(row)) feed.send(change)
  }

  function plan(id: string): void {
    const pending = coalescing.get(id)
    if (pending) {
      pending.hasChanged = true
      return
    }
    coalescing.set(id, { hasChanged: false, timer: setTimeout(endCoalescing, COALESCE_MS, id) })
    // In the next tick, because a finished job is published twice, for the job and for the feed.
    // A change that cannot be read is sent with the next one, or at the next poll.
    setImmediate(() => send(id).catch(onError))
  }

  function endCoalescing(id: string): void {
    const pending = coalescing.get(id)
    coalescing.delete(id)
    if (pending?.hasChanged) plan(id)
  }

  /** Other changes of the job are sent meanwhile as always, with its progress. */
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
    if (pending?.hasChanged && byJob.has(id)) planProgress(id)
  }

  const stops = [
    deps.notifications.subscribe('job', (id) => {
      if (byJob.has(id)) plan(id)
    }),
    deps.notifications.subscribe('progress', (id) => {
      if (byJob.has(id)) planProgress(id)
    }),
    deps.notifications.subscribe('feed', (id) => {
      if (!feed.isWatched()) return
      newInFeed.add(id)
      plan(id)
    }),
    deps.notifications.subscribe('reconnected', () => {
      for (const id of byJob.keys()) plan(id)
      feed.poll()
    }),
    feed.close,
  ]

  return {
    watchJob: (id, listener) => {
      const group = byJob.get(id) ?? new Set()
      byJob.set(id, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && byJob.get(id) === group) byJob.delete(id)
      }
    },
    watchFeed: feed.watch,
    close: () => {
      for (const stop of stops) stop()
      for (const { timer } of [...coalescing.values(), ...throttled.values()]) clearTimeout(timer)
    },
  }
}

/** The watchers of the feed. It is polled now and then, once for all of them, for changes whose notification was lost. */
function openFeed(deps: Deps, onError: (error: unknown) => void) {
  const listeners = new Set<Listener>()
  /** The position up to which the feed was polled, and the jobs after it that were sent already. Starts anew after nobody watched. */
  let seen: { since: number | undefined; sent: Map<string, number> } = { since: undefined, sent: new Map() }

  function send(change: Change): void {
    // It may have come by a notification and by polling.
    if (seen.sent.has(change.row.id)) return
    seen.sent.set(change.row.id, change.row.position!)
    for (const listener of [...listeners]) listener(change)
  }

  async function pollFrom(from: typeof seen): Promise<void> {
    from.since ??= await lastPosition(deps)
    const rows = await listFeedAfter(deps.db, from.since, MISSED_MAX)
    // All watchers have left since, and for new ones these rows are old.
    if (from !== seen) return
    for (const row of rows) send(toChange(deps, row))
    const since = rows.at(-1)?.position ?? from.since
    from.since = since
    for (const [id, position] of from.sent) if (position <= since) from.sent.delete(id)
  }

  // What could not be read is found by the next poll.
  const poll = () => {
    if (listeners.size > 0) pollFrom(seen).catch(onError)
  }
  const timer = setInterval(poll, POLL_MS)

  return {
    send,
    poll,
    isWatched: () => listeners.size > 0,
    watch: (listener: Listener) => {
      const isFirst = listeners.size === 0
      listeners.add(listener)
      if (isFirst) {
        seen = { since: undefined, sent: new Map() }
        poll()
      }
      return () => void listeners.delete(listener)
    },
    close: () => clearInterval(timer),
  }
}

const selectLast = statement<{ last: number }>(
  'last-position',
  'select last_value::float8 as last from job_positions',
)

async function lastPosition({ db }: Pick<Deps, 'db'>): Promise<number> {
  return (await selectLast(db, []))[0]!.last
}

/** What a reader of the feed missed after a position; undefined where that is too much, or there is no such position. */
export async function missedInFeed(deps: Deps, position: number): Promise<Change[] | undefined> {
  if (position > (await lastPosition(deps))) return undefined
  const rows = await listFeedAfter(deps.db, position - LOOK_BACK, MISSED_MAX + 1)
  return rows.length > MISSED_MAX ? undefined : rows.map((row) => toChange(deps, row))
}
