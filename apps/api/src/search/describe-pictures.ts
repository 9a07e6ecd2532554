import type { Deps } from '../deps.ts'
import { detectInChild } from '../files/inspection/inspect-in-child.ts'
import { withThumbnail } from '../files/inspection/with-thumbnail.ts'
import { altByLabels, pictureOf } from './entry-text-rules.ts'
import { takeUnseen, writeAlt } from './search-queries.ts'

/** Per sweep; the next one continues. One at a time, so that uploads always find a free inspector. */
const SEEN_MAX = 20

/** Detects what pictures in the feed show if their order doesn't say so, newest first, and stores it. */
export async function describePictures({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  for (let seen = 0; seen < SEEN_MAX; seen += 1) {
    const weights = await files.detectorModel()
    const entry = weights && (await takeUnseen(db))
    if (!entry) return
    const picture = pictureOf(entry)!
    const labels = await withThumbnail(files, picture.sha256, (path) =>
      detectInChild({ detectIn: path, weights }),
    )
    await writeAlt(db, entry.id, altByLabels(labels ?? []))
  }
}
