import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement, unhurried } from '../db/statement.ts'
import { rateWindows } from '../db/tables.ts'
import { LruMap } from './lru-map.ts'

/** Longer than any window that an endpoint declares. */
const WINDOW_KEPT_MS = 24 * 60 * 60_000

/** At nearly every door, so nobody waits until a count is on the disk. */
const addToCount = statement<{ count: number }>(
  'count-requests',
  `with ${unhurried}
  insert into rate_windows (key, starts_at, count) select $1, $2, $3 from unhurried
  on conflict (key, starts_at) do update set count = rate_windows.count + $3
  returning count`,
)

/** Whoever is so far below a limit is not kept waiting until his request is counted. */
const UNTROUBLED_SHARE = 1 / 4

/** How long the requests of one who is not kept waiting are gathered, to be counted by one statement. */
const GATHERED_MS = 20

/** All nodes of a large network. Of more callers, those that came last; the others wait once for their count. */
const REMEMBERED_MAX = 100_000

interface Known {
  startsAt: number
  /** As the database last said. */
  count: number
  /** Let through, and not in that count yet. */
  uncounted: number
  counting: Promise<void> | undefined
}

/**
 * Counts the requests of each caller through one door, in the database, so that every API process sees the same count. Up to a part of
 * the limit the count is not waited for, what is not in it yet being counted here meanwhile; beyond it each waits for its own, and
 * for those before it.
 */
export function countingAt(
  db: Db,
  door: string,
  limit: RateLimit,
): (who: string, now: Date) => Promise<void> {
  const windowMs = limit.seconds * 1000
  const known = new LruMap<string, Known>(REMEMBERED_MAX)

  function knownOf(who: string, startsAt: number): Known | undefined {
    const earlier = known.get(who)
    return earlier?.startsAt === startsAt ? earlier : undefined
  }

  async function add(who: string, startsAt: number, requests: number): Promise<number> {
    const [row] = await addToCount(db, [`${door} ${who}`, new Date(startsAt), requests])
    return row!.count
  }

  async function countGathered(who: string, mine: Known): Promise<void> {
    while (mine.uncounted > 0) {
      await sleep(GATHERED_MS, undefined, { ref: false })
      const requests = mine.uncounted
      // A database that is away refuses what the request is about.
      const count = await add(who, mine.startsAt, requests).catch(() => 0)
      mine.count = Math.max(mine.count, count)
      mine.uncounted -= requests
    }
    mine.counting = undefined
  }

  async function countAtOnce(who: string, startsAt: number): Promise<number> {
    const count = await add(who, startsAt, 1)
    const mine = knownOf(who, startsAt)
    if (mine) mine.count = Math.max(mine.count, count)
    else known.set(who, { startsAt, count, uncounted: 0, counting: undefined })
    return count
  }

  return async (who, now) => {
    const startsAt = Math.floor(now.getTime() / windowMs) * windowMs
    const mine = knownOf(who, startsAt)
    if (mine && mine.count + mine.uncounted < limit.count * UNTROUBLED_SHARE) {
      mine.uncounted++
      mine.counting ??= countGathered(who, mine)
      return
    }
    await mine?.counting
    if ((await countAtOnce(who, startsAt)) > limit.count) {
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
