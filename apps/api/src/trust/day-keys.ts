import { randomBytes } from 'node:crypto'
import { commitmentOf } from '@infra/trust/checks/draw-check'
import { DAY_MS } from '@infra/trust/trust-rules'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** A day's key is published this long after the day, when the last of its results can no longer be under check. */
const PUBLISHED_AFTER_DAYS = 8

const insertKey = statement(
  'insert-check-key',
  'insert into check_keys (day, key) values ($1, $2) on conflict do nothing',
)
const selectKey = statement<{ key: string }>('find-check-key', 'select key from check_keys where day = $1')
const selectKeys = statement<{ day: string; key: string }>(
  'list-check-keys',
  'select day::text, key from check_keys where day > $1 order by day desc',
)

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The keys that draw results for checks, per UTC day. Keys never change, so each is read once. */
export function dayKeysIn(db: Db): (at: Date) => Promise<Uint8Array> {
  const known = new LRUCache<string, Uint8Array>({ max: 3 })
  return async (at) => {
    const day = dayOf(at)
    const key = known.get(day) ?? (await readOrMake(db, day))
    known.set(day, key)
    return key
  }
}

async function readOrMake(db: Db, day: string): Promise<Uint8Array> {
  const [found] = await selectKey(db, [day])
  if (found) return Buffer.from(found.key, 'hex')
  await insertKey(db, [day, randomBytes(32).toString('hex')])
  return readOrMake(db, day)
}

/** Makes tomorrow's key today, so that its hash is known before the first result of that day. */
export async function makeNextDayKey(db: Db, now: Date): Promise<void> {
  await readOrMake(db, dayOf(new Date(now.getTime() + DAY_MS)))
}

export interface PublishedKey {
  day: string
  /** SHA-256 of the key. */
  commitment: string
  /** Null until it is published. */
  key: string | null
}

/** Whether everyone knows a day's key, and so how its results were drawn. */
export function isPublished(day: string, now: Date): boolean {
  return day < dayOf(new Date(now.getTime() - PUBLISHED_AFTER_DAYS * DAY_MS))
}

/** The days that still matter, newest first. */
export async function listDayKeys(db: Db, now: Date, days: number): Promise<PublishedKey[]> {
  const rows = await selectKeys(db, [dayOf(new Date(now.getTime() - days * DAY_MS))])
  return rows.map(({ day, key }) => ({
    day,
    commitment: commitmentOf(Buffer.from(key, 'hex')),
    key: isPublished(day, now) ? key : null,
  }))
}
