import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { deleteLoose, deleteUnreferenced, listLoose, lockLoose, markLoose } from './blob-queries.ts'
import { keysOf } from './file-rules.ts'
import { dropOldAttemptFiles } from './file-uses.ts'
import type { FileStore } from './storage/file-store.ts'
import { deleteExpiredUploads } from './upload-queries.ts'

const MINUTE_MS = 60_000

/** Attempts end long before this. A file this old belongs to an attempt whose end was never recorded. */
const ATTEMPT_FILES_KEPT_MS = 24 * 60 * MINUTE_MS

/** An upload in progress is written to more often than this. With the time between two sweeps it makes ten minutes. */
const TEMP_KEPT_MS = 8 * MINUTE_MS

/** Per sweep; the next one continues. */
const COLLECTED_MAX = 200

/** Deletes expired uploads, then the stored bytes that nothing refers to. */
export async function sweepFiles({ db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  await removeOldTemporaries(files.tempDir)
  await transaction(db, async (tx) => markLoose(tx, await deleteExpiredUploads(tx, now())))
  const before = new Date(now().getTime() - ATTEMPT_FILES_KEPT_MS)
  await transaction(db, (tx) => dropOldAttemptFiles(tx, before))
  for (const sha256 of await listLoose(db, COLLECTED_MAX)) await collect(db, files.store, sha256)
}

/**
 * Removes one file if nothing refers to it. The row of `loose_blobs` stays locked until the bytes are deleted: storing the same file
 * writes to that row first, and so either renews it in time or waits until this is done. Other collectors skip locked rows.
 *
 * The blob's row is deleted before its bytes: should something refer to it after all, the database refuses, and nothing is lost.
 * If the process is killed after the bytes, the row is still there, and the next sweep does it again.
 */
async function collect(db: Db, store: FileStore, sha256: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockLoose(tx, sha256))) return
    const blob = await deleteUnreferenced(tx, sha256)
    if (blob) await store.remove(keysOf(blob))
    await deleteLoose(tx, sha256)
  })
}

/** Files of a process that was killed. Compared by the clock of the disk, which wrote the times. */
async function removeOldTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may have removed it first.
    const modified = await stat(path).catch(() => undefined)
    if (modified && modified.mtimeMs < Date.now() - TEMP_KEPT_MS) await rm(path, { force: true })
  }
}
