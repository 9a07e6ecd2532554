import type { User } from '@infra/protocol/users'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { users } from '../db/tables.ts'
import { markLoose } from '../files/blob-queries.ts'

export type UserRow = typeof users.$inferSelect

/** Creates the user if needed, and locks it until the transaction ends; one that is being deleted is created again after that. */
export async function ensureUser(tx: Db, user: { address: string; createdAt: Date }): Promise<void> {
  do await tx.insert(users).values(user).onConflictDoNothing()
  while (!(await isUser(tx, user.address)))
}

const keepUser = statement<{ address: string }>(
  'keep-user',
  'select address from users where address = $1 for key share',
)

/** Whether the user exists; if so, they can't be deleted until the transaction ends. */
export async function isUser(tx: Db, address: string): Promise<boolean> {
  return (await keepUser(tx, [address])).length > 0
}

export async function findUser(db: Db, address: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.address, address))
  return row
}

export async function updateUser(
  db: Db,
  address: string,
  change: Partial<Pick<UserRow, 'name' | 'nameKey' | 'bio' | 'avatar'>>,
): Promise<UserRow | undefined> {
  if (Object.keys(change).length === 0) return findUser(db, address)
  const [row] = await db.update(users).set(change).where(eq(users.address, address)).returning()
  return row
}

/** Locks the row, so that of two new pictures at once one is used and the other released. */
export async function lockUser(tx: Db, address: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.address, address)).for('update')
  return row
}

export async function deleteUser(tx: Db, address: string): Promise<void> {
  const [gone] = await tx.delete(users).where(eq(users.address, address)).returning()
  if (gone?.avatar) await markLoose(tx, [gone.avatar])
}

type Counts = User['counts']

/** Counts public jobs only, without private and hidden ones. */
const count = statement<Counts>(
  'count-public',
  `select count(*)::int as "jobsFinished", coalesce(sum(favorites), 0)::int as "favoritesReceived",
    (select count(*)::int from nodes where operator = $1 and removed_at is null) as nodes
  from jobs where user_address = $1 and status = 'finished' and visibility = 'public' and not hidden`,
)

export async function countPublic(db: Db, address: string): Promise<Counts> {
  const [counts] = await count(db, [address])
  return counts!
}
