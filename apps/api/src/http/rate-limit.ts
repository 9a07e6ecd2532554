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

/** Counts one request of `who` through `door`, in the database, so that every API process sees the same count. */
export async function countRequest(
  db: Db,
  { door, who, limit, now }: { door: string; who: string; limit: RateLimit; now: Date },
): Promise<void> {
  const windowMs = limit.seconds * 1000
  const startsAt = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const [row] = await count(db, [`${door} ${who}`, startsAt])
  if (row!.count > limit.count) {
    const retryAfterSeconds = Math.ceil((startsAt.getTime() + windowMs - now.getTime()) / 1000)
    throw new Refusal('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    })
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
