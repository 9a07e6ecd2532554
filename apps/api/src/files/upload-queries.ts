import { and, eq, getTableColumns, gt, inArray, lt, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { blobs, uploads } from '../db/tables.ts'
import { markLoose } from './blob-queries.ts'

const columns = { ...getTableColumns(blobs), id: uploads.id, expiresAt: uploads.expiresAt }

/** The owner's uploads with these ids, including expired ones that weren't swept yet. */
export async function findUploads(db: Db, owner: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select(columns)
    .from(uploads)
    .innerJoin(blobs, eq(blobs.sha256, uploads.sha256))
    .where(and(eq(uploads.owner, owner), inArray(uploads.id, ids)))
}

const VISITOR = 'visitor'

/** The owner of a visitor's upload: the network that they came from. */
export function visitorAt(network: string): string {
  return `${VISITOR} ${network}`
}

/** By id alone, because only the sender knows it and they may have changed networks since. */
export async function findVisitorUploads(db: Db, ids: string[]): Promise<FoundUpload[]> {
  if (ids.length === 0) return []
  return db
    .select(columns)
    .from(uploads)
    .innerJoin(blobs, eq(blobs.sha256, uploads.sha256))
    .where(and(sql`starts_with(${uploads.owner}, ${VISITOR})`, inArray(uploads.id, ids)))
}

export async function listUploadsOf(db: Db, owner: string): Promise<FoundUpload[]> {
  return db
    .select(columns)
    .from(uploads)
    .innerJoin(blobs, eq(blobs.sha256, uploads.sha256))
    .where(eq(uploads.owner, owner))
}

export type FoundUpload = Awaited<ReturnType<typeof findUploads>>[number]

export async function insertUpload(db: Db, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

export async function sumUploadedBytes(db: Db, owner: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(blobs.bytes) })
    .from(uploads)
    .innerJoin(blobs, eq(blobs.sha256, uploads.sha256))
    .where(and(eq(uploads.owner, owner), gt(uploads.createdAt, since)))
  return Number(row?.bytes ?? 0)
}

/** Returns the hashes of their files. */
export async function deleteExpiredUploads(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .delete(uploads)
    .where(lt(uploads.expiresAt, now))
    .returning({ sha256: uploads.sha256 })
  return rows.map(({ sha256 }) => sha256)
}

/** Deletes a person's uploads. Files that no job uses are collected by the sweep. */
export async function dropUploadsOf(tx: Db, owner: string): Promise<void> {
  const rows = await tx.delete(uploads).where(eq(uploads.owner, owner)).returning({ sha256: uploads.sha256 })
  await markLoose(
    tx,
    rows.map(({ sha256 }) => sha256),
  )
}
