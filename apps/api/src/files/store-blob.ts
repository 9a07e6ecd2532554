import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { insertBlob, noteLoose } from './blob-queries.ts'
import { hasThumbnails, thumbnailKey } from './file-rules.ts'
import type { Inspected } from './inspection/inspect-in-child.ts'
import { inspectionPaths } from './inspection/inspection-paths.ts'

/**
 * Puts a file into the store and makes it known. The caller then refers to it, within the hour: until something does, it
 * is loose, and `sweepFiles` would take it.
 *
 * The note comes first, and in the same row that the collector locks while it deletes: so either the collector finds
 * the note fresh and leaves the file alone, or we wait here until the old file is gone, and put the new one after.
 */
export async function storeBlob(
  { db, files: { store }, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  received: { path: string },
  { path, ...blob }: Inspected,
): Promise<void> {
  await transaction(db, async (tx) => {
    await noteLoose(tx, [blob.sha256])
    await insertBlob(tx, { ...blob, createdAt: now() })
  })
  // Also where the blob was known before: a collector that was killed halfway leaves the row and takes the bytes.
  if (hasThumbnails(blob)) {
    for (const { size, format, path: smaller } of inspectionPaths(received.path).thumbnails) {
      await store.put(smaller, thumbnailKey(blob.sha256, size, format))
    }
  }
  await store.put(path, blob.sha256)
}
