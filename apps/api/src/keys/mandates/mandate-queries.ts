import type { MandateRequest } from '@infra/protocol/programs/mandates'
import type { Mandate } from '@infra/protocol/values/mandate'
import { eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { mandateRequests, mandates } from '../../db/ledger-tables.ts'

/** A program that reads late still gets the outcome of its request. */
const KEPT_MS = 60 * 60_000

export type RequestRow = typeof mandateRequests.$inferSelect
export type MandateTerms = Omit<MandateRequest, 'expiresAt' | 'isFromSameNetwork'>

export async function findMandate(
  db: Db,
  keyId: string,
): Promise<{ message: Mandate; signature: string } | undefined> {
  const [row] = await db
    .select({ message: mandates.message, signature: mandates.signature })
    .from(mandates)
    .where(eq(mandates.keyId, keyId))
  return row
}

export async function isNonceUsed(tx: Db, nonce: string): Promise<boolean> {
  const rows = await tx.select({ keyId: mandates.keyId }).from(mandates).where(eq(mandates.nonce, nonce))
  return rows.length > 0
}

export async function insertMandate(tx: Db, mandate: typeof mandates.$inferInsert): Promise<void> {
  await tx.insert(mandates).values(mandate)
}

/** Counts requests that can still be answered: of this network, and of all. */
export async function countOpenRequests(
  db: Db,
  network: string,
  now: Date,
): Promise<{ ofNetwork: number; ofAll: number }> {
  const [row] = await db
    .select({
      ofNetwork: sql<number>`count(*) filter (where ${mandateRequests.network} = ${network})`.mapWith(Number),
      ofAll: sql<number>`count(*)`.mapWith(Number),
    })
    .from(mandateRequests)
    .where(gt(mandateRequests.expiresAt, now))
  return row!
}

export async function insertRequest(db: Db, request: typeof mandateRequests.$inferInsert): Promise<void> {
  await db.insert(mandateRequests).values(request)
}

export async function findRequest(db: Db, code: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(mandateRequests).where(eq(mandateRequests.code, code))
  return row
}

/** The same, and locks it until the transaction ends, so that it's answered only once. */
export async function lockRequest(tx: Db, code: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(mandateRequests).where(eq(mandateRequests.code, code)).for('update')
  return row
}

export async function answerRequest(tx: Db, code: string, outcome: 'granted' | 'refused'): Promise<void> {
  await tx.update(mandateRequests).set({ outcome }).where(eq(mandateRequests.code, code))
}

export async function deleteOldRequests(db: Db, now: Date): Promise<void> {
  await db.delete(mandateRequests).where(lt(mandateRequests.expiresAt, new Date(now.getTime() - KEPT_MS)))
}
