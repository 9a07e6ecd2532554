import type { Deps } from '../deps.ts'
import { seeInChild } from '../files/inspection/inspect-in-child.ts'
import { withThumbnail } from '../files/inspection/with-thumbnail.ts'
import { altByLabels, pictureOf } from './entry-text-rules.ts'
import { takeUnseen, writeAlt } from './search-queries.ts'

/** Per sweep; the next one goes on. One at a time, so that uploads always find an inspector free. */
const SEEN_MAX = 20

/** Looks at pictures in the feed whose order does not say what they show, the newest first, and writes that down. */
export async function describePictures({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  for (let seen = 0; seen < SEEN_MAX; seen += 1) {
    const weights = await files.detectorModel()
    const entry = weights && (await takeUnseen(db))
    if (!entry) return
    const picture = pictureOf(entry)!
    const labels = await withThumbnail(files, picture.sha256, (path) => seeInChild({ see: path, weights }))
    await writeAlt(db, entry.id, altByLabels(labels ?? []))
  }
}
