import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { users } from '../db/tables.ts'

export type UserRow = typeof users.$inferSelect

export async function ensureUser(db: Db, user: { address: string; createdAt: Date }): Promise<void> {
  await db.insert(users).values(user).onConflictDoNothing()
}

export async function findUser(db: Db, address: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.address, address))
  return row
}

export async function updateUser(
  db: Db,
  address: string,
  change: Partial<Pick<UserRow, 'name' | 'nameKey' | 'bio'>>,
): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set(change).where(eq(users.address, address)).returning()
  return row
}

export async function deleteUser(db: Db, address: string): Promise<void> {
  await db.delete(users).where(eq(users.address, address))
}
