import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { webhookEndpoints, webhookMessages } from '../db/ledger-tables.ts'

export type WebhookRow = typeof webhookEndpoints.$inferSelect

/** The secrets that sign now. */
export function secretsOf({ secret, previousSecret, previousUntil }: WebhookRow, now: Date): string[] {
  return previousSecret && previousUntil && previousUntil > now ? [secret, previousSecret] : [secret]
}

export async function listWebhooksOf(db: Db, address: string): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.address, address))
    .orderBy(desc(webhookEndpoints.id))
}

const isMine = (address: string, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.address, address))

export async function findWebhook(db: Db, address: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(isMine(address, id))
  return row
}

export async function insertWebhook(
  tx: Db,
  webhook: typeof webhookEndpoints.$inferInsert,
): Promise<WebhookRow> {
  const [row] = await tx.insert(webhookEndpoints).values(webhook).returning()
  return row!
}

export async function updateWebhook(
  db: Db,
  { address, id }: { address: string; id: string },
  change: Partial<typeof webhookEndpoints.$inferInsert>,
): Promise<WebhookRow | undefined> {
  const [row] = await db.update(webhookEndpoints).set(change).where(isMine(address, id)).returning()
  return row
}

export async function deleteWebhookRow(db: Db, address: string, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(webhookEndpoints).where(isMine(address, id))
  return rowCount === 1
}

/** Together with all their messages. */
export async function deleteWebhooksOf(tx: Db, address: string): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.address, address))
  await tx.delete(webhookMessages).where(eq(webhookMessages.address, address))
}
