import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { lt } from 'drizzle-orm'
import { growingCache } from '../concurrency/growing-cache.ts'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import { rateWindows } from '../db/tables.ts'

/** Longer than any window that an endpoint declares. */
const WINDOW_KEPT_MS = 24 * 60 * 60_000

/**
 * Runs at nearly every request, so no request waits until the count is on disk. Rows are written in a fixed order, or two processes could
 * deadlock.
 */
const addToCounts = statement<{ key: string; count: number }>(
  'count-requests',
  `with ${asyncCommit}
  insert into rate_windows (key, starts_at, count)
  select key, starts_at, count from jsonb_to_recordset($1) as made (key text, starts_at timestamptz, count int), asyncCommit
  order by key, starts_at
  on conflict (key, starts_at) do update set count = rate_windows.count + excluded.count
  returning key, count`,
)

/** A caller below this share of a limit does not wait until their request is counted. */
const UNAWAITED_SHARE = 1 / 4

/** How long requests that don't wait are collected before one statement counts them. */
const BATCH_MS = 20

/** Callers times endpoints, enough for all nodes of a large network. */
const COUNTERS_MAX = 200_000

/** One caller's requests to one endpoint in the current window, as far as this process knows. */
interface Counter {
  startsAt: number
  /** As the database last returned it. */
  count: number
  /** Accepted requests that aren't in that count yet. */
  uncounted: number
  /** The last batch with requests of this caller. */
  batch: Batch | undefined
  counted: Promise<void> | undefined
}

/** Requests that one statement will count. */
interface Batch {
  requests: Map<Counter, { key: string; count: number }>
  counted: Promise<void>
}

/** What a caller has left of a limit, until the window ends. */
export interface RateLeft {
  count: number
  seconds: number
}

/** Refuses a caller's requests to an endpoint beyond its limit. */
export type RateLimiter = (
  endpoint: string,
  limit: RateLimit,
) => (caller: string, now: Date) => Promise<RateLeft>

/**
 * Counts the requests of each caller to each endpoint in the database, so that every API process sees the same count. Up to a share of the
 * limit, a request doesn't wait to be counted, and this process adds what isn't counted yet; beyond it, each request waits for its own
 * count and those before it.
 */
export function rateLimiter(db: Db): RateLimiter {
  const counters = growingCache<string, Counter>(COUNTERS_MAX)
  let open: Batch | undefined

  function counterOf(key: string, startsAt: number): Counter {
    const known = counters.get(key)
    if (known?.startsAt === startsAt) return known
    const counter = { startsAt, count: 0, uncounted: 0, batch: undefined, counted: undefined }
    counters.set(key, counter)
    return counter
  }

  function add(made: { key: string; startsAt: number; count: number }[]) {
    const rows = made.map(({ startsAt, ...row }) => ({ ...row, starts_at: new Date(startsAt) }))
    return addToCounts(db, [JSON.stringify(rows)])
  }

  async function countBatch(requests: Batch['requests']): Promise<void> {
    await sleep(BATCH_MS, undefined, { ref: false })
    open = undefined
    const entries = [...requests]
    // If the database is unavailable, the request itself is refused.
    const rows = await add(entries.map(([{ startsAt }, made]) => ({ startsAt, ...made }))).catch(() => [])
    const counts = new Map(rows.map(({ key, count }) => [key, count]))
    for (const [counter, { key, count }] of entries) {
      counter.count = Math.max(counter.count, counts.get(key) ?? 0)
      counter.uncounted -= count
    }
  }

  /** Lets the request through and counts it later together with others. */
  function countLater(key: string, counter: Counter): void {
    if (!open) {
      const requests: Batch['requests'] = new Map()
      open = { requests, counted: countBatch(requests) }
    }
    const { requests, counted } = open
    if (counter.batch !== open) {
      counter.counted = Promise.all([counter.counted, counted]).then(() => {})
      counter.batch = open
    }
    counter.uncounted++
    requests.set(counter, { key, count: (requests.get(counter)?.count ?? 0) + 1 })
  }

  async function countNow(key: string, counter: Counter): Promise<number> {
    const [row] = await add([{ key, startsAt: counter.startsAt, count: 1 }])
    counter.count = Math.max(counter.count, row!.count)
    return row!.count
  }

  return (endpoint, limit) => async (caller, now) => {
    const windowMs = limit.seconds * 1000
    const startsAt = Math.floor(now.getTime() / windowMs) * windowMs
    const key = `${endpoint} ${caller}`
    const counter = counterOf(key, startsAt)
    const seconds = Math.ceil((startsAt + windowMs - now.getTime()) / 1000)
    const left = () => ({ count: Math.max(0, limit.count - counter.count - counter.uncounted), seconds })
    if (counter.count + counter.uncounted < limit.count * UNAWAITED_SHARE) {
      countLater(key, counter)
      return left()
    }
    await counter.counted
    // Counts only increase, so a caller beyond the limit costs no statement until the window ends.
    if (counter.count >= limit.count || (await countNow(key, counter)) > limit.count) {
      throw new Refusal('rate_limited', `Too many requests. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      })
    }
    return left()
  }
}

export async function deleteOldRateWindows(db: Db, now: Date): Promise<void> {
  await db.delete(rateWindows).where(lt(rateWindows.startsAt, new Date(now.getTime() - WINDOW_KEPT_MS)))
}

/** A person with IPv6 has at least a /64, so single addresses are not worth counting. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const groups = ip.includes('::')
    ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
    : front
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
