import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { lt } from 'drizzle-orm'
import { LruMap } from '../concurrency/lru-map.ts'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import { rateWindows } from '../db/tables.ts'

/** Longer than any window that an endpoint declares. */
const WINDOW_KEPT_MS = 24 * 60 * 60_000

/** At nearly every endpoint, so nobody waits until a count is on the disk. In one order, or two processes could wait for each other. */
const addToCounts = statement<{ key: string; count: number }>(
  'count-requests',
  `with ${asyncCommit}
  insert into rate_windows (key, starts_at, count)
  select key, starts_at, count from jsonb_to_recordset($1) as made (key text, starts_at timestamptz, count int), asyncCommit
  order by key, starts_at
  on conflict (key, starts_at) do update set count = rate_windows.count + excluded.count
  returning key, count`,
)

/** Whoever is so far below a limit is not kept waiting until their request is counted. */
const UNTROUBLED_SHARE = 1 / 4

/** How long the requests of those who are not kept waiting are gathered, to be counted by one statement. */
const GATHERED_MS = 20

/** All nodes of a large network. Of more callers, those that came last; the others wait once for their count. */
const REMEMBERED_MAX = 100_000

interface Known {
  startsAt: number
  /** As the database last said. */
  count: number
  /** Let through, and not in that count yet. */
  uncounted: number
  /** The last batch that has requests of theirs. */
  batch: Batch | undefined
  counted: Promise<void> | undefined
}

/** Requests that one statement will count. */
interface Batch {
  requests: Map<Known, { key: string; count: number }>
  counted: Promise<void>
}

/**
 * Counts the requests of each caller at one endpoint, in the database, so that every API process sees the same count. Up to a part of
 * the limit the count is not waited for, what is not in it yet being counted here meanwhile; beyond it each waits for its own, and
 * for those before it.
 */
export function countingAt(
  db: Db,
  endpoint: string,
  limit: RateLimit,
): (who: string, now: Date) => Promise<void> {
  const windowMs = limit.seconds * 1000
  const known = new LruMap<string, Known>(REMEMBERED_MAX)
  let open: Batch | undefined

  function knownOf(who: string, startsAt: number): Known {
    const earlier = known.get(who)
    if (earlier?.startsAt === startsAt) return earlier
    const mine = { startsAt, count: 0, uncounted: 0, batch: undefined, counted: undefined }
    known.set(who, mine)
    return mine
  }

  function add(made: { key: string; startsAt: number; count: number }[]) {
    const rows = made.map(({ startsAt, ...row }) => ({ ...row, starts_at: new Date(startsAt) }))
    return addToCounts(db, [JSON.stringify(rows)])
  }

  async function countBatch(requests: Batch['requests']): Promise<void> {
    await sleep(GATHERED_MS, undefined, { ref: false })
    open = undefined
    const entries = [...requests]
    // A database that is away refuses what the request is about.
    const rows = await add(entries.map(([{ startsAt }, made]) => ({ startsAt, ...made }))).catch(() => [])
    const counts = new Map(rows.map(({ key, count }) => [key, count]))
    for (const [mine, { key, count }] of entries) {
      mine.count = Math.max(mine.count, counts.get(key) ?? 0)
      mine.uncounted -= count
    }
  }

  /** Lets it through, to be counted with others. */
  function gather(key: string, mine: Known): void {
    if (!open) {
      const requests: Batch['requests'] = new Map()
      open = { requests, counted: countBatch(requests) }
    }
    const { requests, counted } = open
    if (mine.batch !== open) {
      mine.counted = Promise.all([mine.counted, counted]).then(() => {})
      mine.batch = open
    }
    mine.uncounted++
    requests.set(mine, { key, count: (requests.get(mine)?.count ?? 0) + 1 })
  }

  async function countAtOnce(key: string, mine: Known): Promise<number> {
    const [row] = await add([{ key, startsAt: mine.startsAt, count: 1 }])
    mine.count = Math.max(mine.count, row!.count)
    return row!.count
  }

  return async (who, now) => {
    const startsAt = Math.floor(now.getTime() / windowMs) * windowMs
    const mine = knownOf(who, startsAt)
    const key = `${endpoint} ${who}`
    if (mine.count + mine.uncounted < limit.count * UNTROUBLED_SHARE) return gather(key, mine)
    await mine.counted
    // Counts only grow: whoever is beyond the limit costs no statement until the window ends.
    if (mine.count >= limit.count || (await countAtOnce(key, mine)) > limit.count) {
      const retryAfterSeconds = Math.ceil((startsAt + windowMs - now.getTime()) / 1000)
      throw new Refusal('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      })
    }
  }
}

export async function forgetOldWindows(db: Db, now: Date): Promise<void> {
  await db.delete(rateWindows).where(lt(rateWindows.startsAt, new Date(now.getTime() - WINDOW_KEPT_MS)))
}

/** A person with IPv6 owns at least a /64: counting single addresses would count nothing. */
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
