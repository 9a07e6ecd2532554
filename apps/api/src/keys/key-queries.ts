import { randomUUIDv7 } from 'node:crypto'
import { KEYS_MAX, type keyEventKinds } from '@infra/protocol/api-keys'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { apiKeys, keyEvents, ledgerAccounts, mandates } from '../db/ledger-tables.ts'
import { SPENT_TODAY } from '../ledger/movements.ts'

/** How many ended keys are listed besides those that can be used. */
const ENDED_LISTED_MAX = 30

const columns = {
  ...getTableColumns(apiKeys),
  /** `day_spent` may be from an earlier day. */
  spentToday: sql<number>`${sql.raw(SPENT_TODAY.replaceAll('k.', 'api_keys.'))}`.mapWith(Number),
}
export type KeyRow = typeof apiKeys.$inferSelect & { spentToday: number }

/** Usable keys come first. */
export async function listKeysOf(db: Db, address: string, now: Date): Promise<KeyRow[]> {
  const isUsable = sql`(${apiKeys.revokedAt} is null and ${apiKeys.expiresAt} > ${now})`
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.address, address))
    .orderBy(desc(isUsable), desc(apiKeys.id))
    .limit(KEYS_MAX + ENDED_LISTED_MAX)
}

export async function findKeyOf(db: Db, address: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.address, address)))
  return row
}

/** The same, and locks it until the transaction ends. */
export async function lockKeyOf(tx: Db, address: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.address, address)))
    .for('update')
  return row
}

const isUsable = (address: string, now: Date) =>
  and(eq(apiKeys.address, address), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now))

export async function countUsableKeys(tx: Db, address: string, now: Date): Promise<number> {
  return tx.$count(apiKeys, isUsable(address, now))
}

/** What sessions granted to usable keys. What a wallet signed for doesn't count. */
export async function listSessionGrants(tx: Db, address: string, now: Date) {
  return tx
    .select({ scopes: apiKeys.scopes, creditsPerDay: apiKeys.capDay })
    .from(apiKeys)
    .leftJoin(mandates, eq(mandates.keyId, apiKeys.id))
    .where(and(isUsable(address, now), isNull(mandates.keyId)))
}

type NewKey = Omit<typeof apiKeys.$inferInsert, 'account' | 'day'>

/** Undefined if a key with this hash already exists. */
export async function insertKeyRow(tx: Db, key: NewKey): Promise<KeyRow | undefined> {
  const account = sql`(select ${ledgerAccounts.id} from ${ledgerAccounts} where ${ledgerAccounts.address} = ${key.address})`
  const [row] = await tx
    .insert(apiKeys)
    .values({ ...key, account, day: sql`(now() at time zone 'UTC')::date` } as never)
    .onConflictDoNothing()
    .returning()
  return row && { ...row, spentToday: 0 }
}

export async function changeKey(
  tx: Db,
  id: string,
  change: Partial<typeof apiKeys.$inferInsert>,
): Promise<void> {
  await tx.update(apiKeys).set(change).where(eq(apiKeys.id, id))
}

/** Returns the hashes of the deleted keys. */
export async function deleteKeysOf(tx: Db, address: string): Promise<string[]> {
  const gone = await tx.delete(apiKeys).where(eq(apiKeys.address, address)).returning({ hash: apiKeys.hash })
  return gone.map(({ hash }) => hash)
}

interface NewEvent {
  keyId: string
  at: Date
  kind: (typeof keyEventKinds)[number]
  details?: Record<string, unknown>
}

export async function insertKeyEvent(tx: Db, { details = {}, ...event }: NewEvent): Promise<void> {
  await tx.insert(keyEvents).values({ id: randomUUIDv7(), ...event, details })
}

/** Newest first, and one more than the limit, so that the caller knows whether there is a next page. */
export async function listEventsOf(
  db: Db,
  keyId: string,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
) {
  return db
    .select()
    .from(keyEvents)
    .where(and(eq(keyEvents.keyId, keyId), before ? lt(keyEvents.id, before) : undefined))
    .orderBy(desc(keyEvents.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}
