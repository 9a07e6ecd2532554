import { JobEvent } from '@infra/protocol/jobs'
import { z } from 'zod'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { findJob, type JobRow, listFeedAfter } from './job-queries.ts'
import { isPublic, presentJob } from './present-job.ts'

/** A change, written once for all who watch. */
export interface Change {
  row: JobRow
  /** JSON of a `JobEvent`. */
  json: string
}

type Listener = (change: Change) => void

/** Rings of one job that come within this time become one event. */
const COALESCE_MS = 50

/** A bell may be lost; so now and then those who watch look for themselves. */
export const LOOK_AGAIN_MS = 15_000

/** More than this a reader of the feed does not get piece by piece: he reads the feed anew. */
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
  return { row, json: JSON.stringify(z.encode(JobEvent, presentJob(deps, row, 'with receipt'))) }
}

/** Who watches what. However many watch a job, a change of it is read and written once. */
export function openWatchers(deps: Deps, onError: (error: unknown) => void): Watchers {
  const byJob = new Map<string, Set<Listener>>()
  const feed = openFeed(deps, onError)
  const due = new Map<string, NodeJS.Timeout>()
  /** Of those that are due, which are news in the feed: a heart for an old job is none. */
  const news = new Set<string>()

  async function tell(id: string): Promise<void> {
    due.delete(id)
    const isNews = news.delete(id)
    const row = await findJob(deps.db, id)
    if (!row) return
    const change = toChange(deps, row)
    for (const listener of [...(byJob.get(id) ?? [])]) listener(change)
    if (isNews && isPublic(row)) feed.tell(change)
  }

  function plan(id: string): void {
    if (due.has(id)) return
    due.set(
      id,
      // The loop's edge: a change that could not be read is told with the next one, or when the watcher looks again.
      setTimeout(() => tell(id).catch(onError), COALESCE_MS),
    )
  }

  const stops = [
    deps.bell.listen('job', (id) => {
      if (byJob.has(id)) plan(id)
    }),
    deps.bell.listen('feed', (id) => {
      if (!feed.isWatched()) return
      news.add(id)
      plan(id)
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
      for (const timer of due.values()) clearTimeout(timer)
    },
  }
}

/** Those who watch the feed. Once for all of them it is looked at now and then, for what no bell rang for. */
function openFeed(deps: Deps, onError: (error: unknown) => void) {
  const listeners = new Set<Listener>()
  /** How far it was looked at, and what was told of what came after that. */
  let since: number | undefined
  const told = new Map<string, number>()

  function tell(change: Change): void {
    told.set(change.row.id, change.row.position!)
    for (const listener of [...listeners]) listener(change)
  }

  async function look(): Promise<void> {
    if (listeners.size === 0) return
    since ??= await lastPosition(deps)
    const rows = await listFeedAfter(deps.db, since, MISSED_MAX)
    for (const row of rows) if (!told.has(row.id)) tell(toChange(deps, row))
    since = rows.at(-1)?.position ?? since
    for (const [id, position] of told) if (position <= since) told.delete(id)
  }
  const timer = setInterval(() => look().catch(onError), LOOK_AGAIN_MS)

  return {
    tell,
    isWatched: () => listeners.size > 0,
    watch: (listener: Listener) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        since = undefined
        told.clear()
        look().catch(onError)
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

/** What a reader of the feed missed; nothing where that is too much to tell, or he was at a place that is not there. */
export async function missedInFeed(deps: Deps, position: number): Promise<Change[] | undefined> {
  if (position > (await lastPosition(deps))) return undefined
  const rows = await listFeedAfter(deps.db, position - LOOK_BACK, MISSED_MAX + 1)
  return rows.length > MISSED_MAX ? undefined : rows.map((row) => toChange(deps, row))
}
