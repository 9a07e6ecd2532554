import type { OutputKind } from '@infra/protocol/apps/app'
import { eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attemptFiles, fileUses, jobs } from '../db/tables.ts'
import { markLoose } from './blob-queries.ts'

export interface FileUse {
  role: 'input' | 'output'
  name: string
  sha256: string
}

/** Records that the job uses these files, which keeps them from being collected. */
export async function useFiles(tx: Db, jobId: string, uses: FileUse[], isPublic: boolean): Promise<void> {
  if (uses.length === 0) return
  await tx.insert(fileUses).values(uses.map((use) => ({ ...use, jobId, public: isPublic })))
}

/** The same for files that several jobs use. They're private until their job is finished. */
export async function useFilesOf(
  tx: Db,
  ordered: { id: string; inputFiles: { name: string; sha256: string }[] }[],
): Promise<void> {
  const uses = ordered.flatMap(({ id, inputFiles }) =>
    inputFiles.map(({ name, sha256 }) => ({
      jobId: id,
      role: 'input' as const,
      name,
      sha256,
      public: false,
    })),
  )
  if (uses.length > 0) await tx.insert(fileUses).values(uses)
}

/** The files of a job become public with it, except for input files that its owner hides. */
export async function setFilesPublic(tx: Db, jobId: string, isPublic: boolean): Promise<void> {
  const areInputsHidden = sql`(select ${jobs.inputFilesHidden} from ${jobs} where ${jobs.id} = ${jobId})`
  await tx
    .update(fileUses)
    .set({ public: sql`${isPublic} and (${fileUses.role} = 'output' or not ${areInputsHidden})` })
    .where(eq(fileUses.jobId, jobId))
}

/** The jobs no longer use their files. Files that nothing else uses are collected about an hour later. */
export async function dropFiles(tx: Db, jobIds: string[]): Promise<void> {
  const dropped = await tx
    .delete(fileUses)
    .where(inArray(fileUses.jobId, jobIds))
    .returning({ sha256: fileUses.sha256 })
  await markLoose(
    tx,
    dropped.map(({ sha256 }) => sha256),
  )
}

export async function insertAttemptFile(
  db: Db,
  file: { attemptId: string; sha256: string; kind: OutputKind; createdAt: Date },
): Promise<void> {
  await db
    .insert(attemptFiles)
    .values(file)
    .onConflictDoUpdate({
      target: [attemptFiles.attemptId, attemptFiles.sha256],
      set: { sends: sql`${attemptFiles.sends} + 1` },
    })
}

export async function listAttemptFiles(
  tx: Db,
  attemptId: string,
): Promise<{ sha256: string; kind: OutputKind }[]> {
  return tx
    .select({ sha256: attemptFiles.sha256, kind: attemptFiles.kind })
    .from(attemptFiles)
    .where(eq(attemptFiles.attemptId, attemptId))
}

export async function dropAttemptFiles(tx: Db, attemptId: string): Promise<void> {
  await dropSent(tx, eq(attemptFiles.attemptId, attemptId))
}

/** For attempts whose end was never recorded. */
export async function dropOldAttemptFiles(tx: Db, before: Date): Promise<void> {
  await dropSent(tx, lt(attemptFiles.createdAt, before))
}

async function dropSent(tx: Db, which: SQL): Promise<void> {
  const dropped = await tx.delete(attemptFiles).where(which).returning({ sha256: attemptFiles.sha256 })
  await markLoose(
    tx,
    dropped.map(({ sha256 }) => sha256),
  )
}
