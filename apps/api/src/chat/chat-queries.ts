import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, asc, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { chatMessages, chatThreads } from '../db/chat-tables.ts'
import type { Db } from '../db/client.ts'

export type ThreadRow = typeof chatThreads.$inferSelect
export type MessageRow = typeof chatMessages.$inferSelect

const mine = (address: string, id: string) => and(eq(chatThreads.id, id), eq(chatThreads.address, address))

/** Reads one more than the limit, so that the caller knows whether there's a next page. */
export async function listThreads(
  db: Db,
  address: string,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
): Promise<ThreadRow[]> {
  return db
    .select()
    .from(chatThreads)
    .where(
      and(eq(chatThreads.address, address), before ? lt(chatThreads.position, Number(before)) : undefined),
    )
    .orderBy(desc(chatThreads.position))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

export async function findThread(db: Db, address: string, id: string): Promise<ThreadRow | undefined> {
  const [row] = await db.select().from(chatThreads).where(mine(address, id))
  return row
}

/** The last of them, oldest first. */
export async function listLastMessages(db: Db, threadId: string, limit: number): Promise<MessageRow[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
    .orderBy(desc(chatMessages.position))
    .limit(limit)
  return rows.reverse()
}

/** All messages of one person's conversations, by conversation, oldest first. */
export async function listMessagesOf(db: Db, address: string): Promise<Map<string, MessageRow[]>> {
  const rows = await db
    .select(getTableColumns(chatMessages))
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.threadId))
    .where(eq(chatThreads.address, address))
    .orderBy(asc(chatMessages.position))
  return Map.groupBy(rows, ({ threadId }) => threadId)
}

export async function insertThread(db: Db, thread: ThreadRow): Promise<void> {
  await db.insert(chatThreads).values(thread)
}

export async function insertMessages(
  db: Db,
  messages: (typeof chatMessages.$inferInsert)[],
): Promise<MessageRow[]> {
  return db.insert(chatMessages).values(messages).returning()
}

export async function touchThread(
  db: Db,
  id: string,
  change: Pick<ThreadRow, 'updatedAt' | 'position' | 'state'>,
): Promise<void> {
  await db.update(chatThreads).set(change).where(eq(chatThreads.id, id))
}

/** Locks the thread: until the transaction ends, nobody else adds to it or deletes it. */
export async function lockThread(db: Db, address: string, id: string): Promise<ThreadRow | undefined> {
  const [row] = await db.select().from(chatThreads).where(mine(address, id)).for('update')
  return row
}

export async function deleteThread(db: Db, address: string, id: string): Promise<boolean> {
  const rows = await db.delete(chatThreads).where(mine(address, id)).returning({ id: chatThreads.id })
  return rows.length > 0
}
