import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FinishedEvent } from '@infra/protocol/jobs'
import { LRUCache } from 'lru-cache'
import { gather } from '../../concurrency/gather.ts'
import { memoizeForMs } from '../../concurrency/memoize-for-ms.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { type EventBytes, eventBytes } from '../../http/event-stream.ts'
import { type FeedEntry, listFeedAfter, listInFeed } from '../job-queries.ts'

/**
 * A result is sent right away; those that follow within this time are sent together, so that a watcher gets at most one write per second.
 * The cached pages of the feed follow at the same pace.
 */
export const GATHER_MS = 1_000

/** A notification may be lost, so the feed is also polled now and then. */
const POLL_MS = 15_000

/** A reader who missed more than this gets `reset` and loads the feed again. */
const MISSED_MAX = 100

/**
 * Jobs that end at the same moment get their positions in one order and may become visible in another. A reader who resumes from a position
 * is also sent this many before it: better some twice than one never.
 */
const OVERLAP = 20

/** Other requests get their turn between two slices of a large audience. */
const SLICE = 500

/** Readers who lost their streams together resume from a few positions, which are read once for all of them. */
const RESUMED_MAX = 100
const RESUMED_MS = 1_000

/** New results in the feed, serialized once for all watchers. */
export interface FeedNews {
  /** Ordered by position. */
  entries: readonly FeedEntry[]
  /** Events for a reader who was sent the feed up to this position. Ids only ever increase: a result that comes late has none. */
  bytesAfter: (position: number) => EventBytes
}

type Listener = (news: FeedNews) => void

export interface FeedWatchers {
  watch: (listener: Listener) => () => void
  /** What a reader missed after a position; undefined if that is too much, or there's no such position. */
  missedAfter: (position: number) => Promise<FeedNews | undefined>
  close: () => void
}

export function newsOf(unordered: readonly FeedEntry[]): FeedNews {
  const entries = unordered.toSorted((one, other) => one.position - other.position)
  const made = new Map<number, EventBytes>()
  return {
    entries,
    bytesAfter: (last) => {
      const late = entries.findLastIndex(({ position }) => position <= last) + 1
      const bytes = made.get(late) ?? eventBytes(...entries.map((entry, at) => eventOf(entry, at >= late)))
      made.set(late, bytes)
      return bytes
    },
  }
}

function eventOf({ id, appId, position }: FeedEntry, isNumbered: boolean) {
  const json = JSON.stringify({ id, appId } satisfies FinishedEvent)
  return { event: 'finished', json, id: isNumbered ? position : undefined }
}

/** The watchers of the feed. However many there are, new results are read and serialized once. */
export function openFeedWatchers(
  deps: Pick<Deps, 'db' | 'notifications'>,
  onError: (error: unknown) => void,
): FeedWatchers {
  const listeners = new Set<Listener>()
  const resumed = resumedReaders(deps)
  /** The position up to which the feed was polled, and the later results that were already sent. Starts over after nobody watched. */
  let seen: { since: number | undefined; sent: Map<string, number> } = { since: undefined, sent: new Map() }
  let sending = Promise.resolve()

  function send(found: readonly FeedEntry[]): void {
    // A result may be found both by its notification and by polling.
    const unsent = found.filter(({ id }) => !seen.sent.has(id))
    if (unsent.length === 0) return
    for (const { id, position } of unsent) seen.sent.set(id, position)
    resumed.clear()
    const news = newsOf(unsent)
    const audience = [...listeners]
    sending = sending.then(() => sendInSlices(audience, news)).catch(onError)
  }

  async function sendInSlices(audience: Listener[], news: FeedNews): Promise<void> {
    for (let from = 0; from < audience.length; from += SLICE) {
      if (from > 0) await nextTurn()
      for (const listener of audience.slice(from, from + SLICE)) if (listeners.has(listener)) listener(news)
    }
  }

  async function pollFrom(from: typeof seen): Promise<void> {
    from.since ??= await lastPosition(deps)
    const entries = await listFeedAfter(deps.db, from.since, MISSED_MAX)
    // All watchers have left since, and these results are old for new ones.
    if (from !== seen) return
    send(entries)
    const since = entries.at(-1)?.position ?? from.since
    from.since = since
    for (const [id, position] of from.sent) if (position <= since) from.sent.delete(id)
  }

  // If reading fails, the next poll finds the results.
  const poll = () => {
    if (listeners.size > 0) pollFrom(seen).catch(onError)
  }
  const timer = setInterval(poll, POLL_MS)
  const finished = gather<string>(GATHER_MS, (ids) => void listInFeed(deps.db, ids).then(send).catch(onError))
  const stops = [
    deps.notifications.subscribe('feed', (id) => {
      resumed.clear()
      if (listeners.size > 0) finished.add(id)
    }),
    deps.notifications.subscribe('reconnected', () => {
      resumed.clear()
      poll()
    }),
    () => clearInterval(timer),
    finished.close,
  ]

  return {
    watch: (listener) => {
      const isFirst = listeners.size === 0
      listeners.add(listener)
      if (isFirst) {
        seen = { since: undefined, sent: new Map() }
        poll()
      }
      return () => void listeners.delete(listener)
    },
    missedAfter: resumed.missedAfter,
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

/** What resuming readers missed. Cleared whenever the feed grows, so it has everything that was sent before a reader subscribed. */
function resumedReaders({ db }: Pick<Deps, 'db'>) {
  const known = new LRUCache<number, () => Promise<FeedNews | undefined>>({ max: RESUMED_MAX })

  async function read(position: number): Promise<FeedNews | undefined> {
    if (position > (await lastPosition({ db }))) return undefined
    const entries = await listFeedAfter(db, position - OVERLAP, MISSED_MAX + 1)
    return entries.length > MISSED_MAX ? undefined : newsOf(entries)
  }

  return {
    missedAfter: (position: number) => {
      const missed = known.get(position) ?? memoizeForMs(RESUMED_MS, () => read(position))
      known.set(position, missed)
      return missed()
    },
    clear: () => known.clear(),
  }
}

const selectLast = statement<{ last: number }>(
  'last-position',
  'select last_value::float8 as last from job_positions',
)

async function lastPosition({ db }: Pick<Deps, 'db'>): Promise<number> {
  return (await selectLast(db, []))[0]!.last
}
