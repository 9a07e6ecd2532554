import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { feedbackFiles } from '../db/feedback-tables.ts'
import { attemptFiles, blobs, fileUses, looseBlobs, uploads, users } from '../db/tables.ts'
import { takedowns } from '../db/takedown-tables.ts'

export type BlobRow = typeof blobs.$inferSelect

export async function findBlobs(db: Db, sha256s: string[]): Promise<Map<string, BlobRow>> {
  if (sha256s.length === 0) return new Map()
  const rows = await db.select().from(blobs).where(inArray(blobs.sha256, sha256s))
  return new Map(rows.map((row) => [row.sha256, row]))
}

/** A file is public while a public job uses it or someone has it as their picture, and never while a moderator has taken it down. */
export async function findFile(
  db: Db,
  sha256: string,
): Promise<{ blob: BlobRow; isPublic: boolean; isAvatar: boolean } | undefined> {
  // Compares with the value and not with `blobs.sha256`: given two columns of the same name, the query builder would compare the first with
  // itself.
  const isAvatar = sql<boolean>`exists (select from ${users} where avatar = ${sha256})`
  const isPublic = sql<boolean>`((exists (select from ${fileUses} where sha256 = ${sha256} and public) or ${isAvatar})
    and not exists (select from ${takedowns} where hash = ${sha256}))`
  const [row] = await db
    .select({ blob: blobs, isPublic, isAvatar })
    .from(blobs)
    .where(eq(blobs.sha256, sha256))
  return row
}

/** A stored blob never changes: its key is the hash of its content. */
export async function insertBlob(db: Db, blob: typeof blobs.$inferInsert): Promise<void> {
  await db.insert(blobs).values(blob).onConflictDoNothing()
}

export async function setExplicit(db: Db, sha256: string, explicit: boolean): Promise<void> {
  await db.update(blobs).set({ explicit }).where(eq(blobs.sha256, sha256))
}

/** Uses the database's clock, which all processes share. */
const LOOSE_KEPT = sql`interval '1 hour'`

/**
 * Marks files that may no longer be referenced, or aren't referenced yet. Also called before a file is stored: the mark is then fresh, and
 * the file isn't collected for an hour.
 */
export async function markLoose(db: Db, sha256s: string[]): Promise<void> {
  if (sha256s.length === 0) return
  // Always in the same order, so that two transactions that mark the same files cannot deadlock.
  const ordered = [...new Set(sha256s)].toSorted()
  await db
    .insert(looseBlobs)
    .values(ordered.map((sha256) => ({ sha256 })))
    .onConflictDoUpdate({ target: looseBlobs.sha256, set: { since: sql`now()` } })
}

export async function listLoose(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sha256: looseBlobs.sha256 })
    .from(looseBlobs)
    .where(isLongLoose())
    .orderBy(looseBlobs.since)
    .limit(limit)
  return rows.map(({ sha256 }) => sha256)
}

/** Locks the mark until the transaction ends. Returns false if it was renewed in the meantime or another process has locked it. */
export async function lockLoose(tx: Db, sha256: string): Promise<boolean> {
  const rows = await tx
    .select()
    .from(looseBlobs)
    .where(and(eq(looseBlobs.sha256, sha256), isLongLoose()))
    .for('update', { skipLocked: true })
  return rows.length > 0
}

function isLongLoose() {
  return lt(looseBlobs.since, sql`now() - ${LOOSE_KEPT}`)
}

export async function deleteLoose(tx: Db, sha256: string): Promise<void> {
  await tx.delete(looseBlobs).where(eq(looseBlobs.sha256, sha256))
}

export async function deleteUnreferenced(tx: Db, sha256: string): Promise<BlobRow | undefined> {
  const columns = [uploads, fileUses, attemptFiles, feedbackFiles].map((table) => table.sha256)
  const references = [...columns, users.avatar].map(
    (column) => sql`not exists (select from ${column.table} where ${column} = ${sha256})`,
  )
  const [row] = await tx
    .delete(blobs)
    .where(and(eq(blobs.sha256, sha256), ...references))
    .returning()
  return row
}

/** The takedown of a file that a moderator has hidden, as a result or as a person's picture. */
export async function findTakedown(
  db: Db,
  sha256: string,
): Promise<typeof takedowns.$inferSelect | undefined> {
  const [row] = await db.select().from(takedowns).where(eq(takedowns.hash, sha256))
  return row
}
