import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { insertBlob, markLoose } from './blob-queries.ts'
import { hasThumbnails, thumbnailKey } from './file-rules.ts'
import type { Inspected } from './inspection/inspect-in-child.ts'
import { inspectionPaths } from './inspection/inspection-paths.ts'

/**
 * Puts a file into the store and into the database. The caller must refer to it within the hour: until then it is loose, and
 * `sweepFiles` would collect it.
 *
 * The mark is set first, in the row that the collector locks while it deletes: so either the collector sees a fresh mark and leaves
 * the file alone, or this waits until the old file is deleted and stores the new one after that.
 */
export async function storeBlob(
  { db, files: { store }, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  received: { path: string },
  { path, ...blob }: Inspected,
): Promise<void> {
  await transaction(db, async (tx) => {
    await markLoose(tx, [blob.sha256])
    await insertBlob(tx, { ...blob, createdAt: now() })
  })
  // Also where the blob was known before: a collector that was killed halfway has deleted the bytes but not the row.
  if (hasThumbnails(blob)) {
    for (const { size, format, path: smaller } of inspectionPaths(received.path).thumbnails) {
      await store.put(smaller, thumbnailKey(blob.sha256, size, format))
    }
  }
  await store.put(path, blob.sha256)
}
