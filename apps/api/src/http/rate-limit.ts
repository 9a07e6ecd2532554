import { isIPv6 } from 'node:net'
import type { RateLimit } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement, unhurried } from '../db/statement.ts'
import { rateWindows } from '../db/tables.ts'

/** Longer than any window that an endpoint declares. */
const WINDOW_KEPT_MS = 24 * 60 * 60_000

/** At nearly every door, so nobody waits until a count is on the disk. */
const count = statement<{ count: number }>(
  'count-request',
  `with ${unhurried}
  insert into rate_windows (key, starts_at, count) select $1, $2, 1 from unhurried
  on conflict (key, starts_at) do update set count = rate_windows.count + 1
  returning count`,
)

/** Whoever is so far below a limit is not kept waiting until his request is counted. */
const UNTROUBLED_SHARE = 1 / 4

/** So many are remembered; then all are forgotten, and wait once. */
const REMEMBERED_MAX = 20_000

interface Known {
  startsAt: number
  /** As the database last said. */
  count: number
  underWay: Set<Promise<unknown>>
}

/**
 * Counts the requests of each caller through one door, in the database, so that every API process sees the same count. Up to a part of
 * the limit the count is not waited for, those under way being counted here meanwhile; beyond it each waits for its own, and
 * for those before it.
 */
export function countingAt(
  db: Db,
  door: string,
  limit: RateLimit,
): (who: string, now: Date) => Promise<void> {
  const windowMs = limit.seconds * 1000
  const known = new Map<string, Known>()

  function knownOf(who: string, startsAt: number): Known | undefined {
    const earlier = known.get(who)
    return earlier?.startsAt === startsAt ? earlier : undefined
  }

  async function countOne(who: string, startsAt: number): Promise<number> {
    const [row] = await count(db, [`${door} ${who}`, new Date(startsAt)])
    if (known.size >= REMEMBERED_MAX) known.clear()
    const { count: highest = 0, underWay = new Set<Promise<unknown>>() } = knownOf(who, startsAt) ?? {}
    known.set(who, { startsAt, count: Math.max(highest, row!.count), underWay })
    return row!.count
  }

  return async (who, now) => {
    const startsAt = Math.floor(now.getTime() / windowMs) * windowMs
    const mine = knownOf(who, startsAt)
    if (mine && mine.count + mine.underWay.size < limit.count * UNTROUBLED_SHARE) {
      // A database that is away refuses what the request is about.
      const counting = countOne(who, startsAt)
        .catch(() => {})
        .finally(() => mine.underWay.delete(counting))
      mine.underWay.add(counting)
      return
    }
    await Promise.all(mine?.underWay ?? [])
    if ((await countOne(who, startsAt)) > limit.count) {
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
