import { JobEvent } from '@infra/protocol/jobs'
import { z } from 'zod'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type SharedEvent, sharedEvent } from '../http/event-stream.ts'
import { findJob, type JobRow, listFeedAfter } from './job-queries.ts'
import { isPublic, presentJob } from './present-job.ts'

/** A change, written once for all who watch. */
export interface Change {
  row: JobRow
  /** A `JobEvent`. */
  event: SharedEvent
}

type Listener = (change: Change) => void

/** A change is told at once, and those that come within this time after it together. */
const COALESCE_MS = 50

/** How far a job is, a person is told twice a second at most, however often its node says it. */
const PROGRESS_EVERY_MS = 500

/** A bell may be lost; so now and then those who watch look for themselves. */
export const LOOK_AGAIN_MS = 15_000

/** More than this a reader of the feed does not get piece by piece: they read the feed anew. */
const MISSED_MAX = 100

/**
 * Jobs that end in the same moment get their places in the feed in one order and may be seen in another: one who goes on
 * from a place looks so many places back, and is told some of it twice rather than one of it never.
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

/** Who watches what. However many watch a job, a change of it is read and written once. */
export function openWatchers(deps: Deps, onError: (error: unknown) => void): Watchers {
  const byJob = new Map<string, Set<Listener>>()
  const feed = openFeed(deps, onError)
  /** Told a moment ago, and whether they rang again since. */
  const resting = new Map<string, { timer: NodeJS.Timeout; rang: boolean }>()
  /** Whose progress was told a moment ago, and whether there is more of it since. */
  const slowed = new Map<string, { timer: NodeJS.Timeout; rang: boolean }>()
  /** Of those that are to be told, which are news in the feed: a heart for an old job is none. */
  const news = new Set<string>()

  async function tell(id: string): Promise<void> {
    const isNews = news.delete(id)
    const row = await findJob(deps.db, id)
    if (!row) return
    const change = toChange(deps, row)
    for (const listener of [...(byJob.get(id) ?? [])]) listener(change)
    if (isNews && isPublic(row)) feed.tell(change)
  }

  function plan(id: string): void {
    const told = resting.get(id)
    if (told) {
      told.rang = true
      return
    }
    resting.set(id, { rang: false, timer: setTimeout(wake, COALESCE_MS, id) })
    // Not yet: what rings for a job and for the feed rings for both in one go.
    // The loop's edge: a change that could not be read is told with the next one, or when the watcher looks again.
    setImmediate(() => tell(id).catch(onError))
  }

  function wake(id: string): void {
    const told = resting.get(id)
    resting.delete(id)
    if (told?.rang) plan(id)
  }

  /** What else changes about the job is told meanwhile as always, and with it how far it is. */
  function planProgress(id: string): void {
    const told = slowed.get(id)
    if (told) {
      told.rang = true
      return
    }
    slowed.set(id, { rang: false, timer: setTimeout(wakeProgress, PROGRESS_EVERY_MS, id) })
    plan(id)
  }

  function wakeProgress(id: string): void {
    const told = slowed.get(id)
    slowed.delete(id)
    if (told?.rang && byJob.has(id)) planProgress(id)
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
      news.add(id)
      plan(id)
    }),
    deps.notifications.subscribe('reconnected', () => {
      for (const id of byJob.keys()) plan(id)
      feed.look()
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
      for (const { timer } of [...resting.values(), ...slowed.values()]) clearTimeout(timer)
    },
  }
}

/** Those who watch the feed. Once for all of them it is looked at now and then, for what no bell rang for. */
function openFeed(deps: Deps, onError: (error: unknown) => void) {
  const listeners = new Set<Listener>()
  /** How far it was looked at, and what was told of what came after that; anew where nobody watched. */
  let seen: { since: number | undefined; told: Map<string, number> } = { since: undefined, told: new Map() }

  function tell(change: Change): void {
    // By the bell and by looking, whichever came first.
    if (seen.told.has(change.row.id)) return
    seen.told.set(change.row.id, change.row.position!)
    for (const listener of [...listeners]) listener(change)
  }

  async function lookFrom(from: typeof seen): Promise<void> {
    from.since ??= await lastPosition(deps)
    const rows = await listFeedAfter(deps.db, from.since, MISSED_MAX)
    // Those who were to be told have gone meanwhile, and for those who came since this is old.
    if (from !== seen) return
    for (const row of rows) tell(toChange(deps, row))
    const since = rows.at(-1)?.position ?? from.since
    from.since = since
    for (const [id, position] of from.told) if (position <= since) from.told.delete(id)
  }

  // The loop's edge: what could not be read is found the next time.
  const look = () => {
    if (listeners.size > 0) lookFrom(seen).catch(onError)
  }
  const timer = setInterval(look, LOOK_AGAIN_MS)

  return {
    tell,
    look,
    isWatched: () => listeners.size > 0,
    watch: (listener: Listener) => {
      const isFirst = listeners.size === 0
      listeners.add(listener)
      if (isFirst) {
        seen = { since: undefined, told: new Map() }
        look()
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

/** What a reader of the feed missed; nothing where that is too much to tell, or they were at a place that is not there. */
export async function missedInFeed(deps: Deps, position: number): Promise<Change[] | undefined> {
  if (position > (await lastPosition(deps))) return undefined
  const rows = await listFeedAfter(deps.db, position - LOOK_BACK, MISSED_MAX + 1)
  return rows.length > MISSED_MAX ? undefined : rows.map((row) => toChange(deps, row))
}
