import type { MyFeedback } from '@infra/protocol/feedback'
import type { Deps } from '../deps.ts'
import type { BlobRow } from '../files/blob-queries.ts'
import { fileLinks } from '../files/file-links.ts'
import { listScreenshots, type ReportRow } from './feedback-queries.ts'

type PresentDeps = Pick<Deps, 'config' | 'db' | 'files' | 'now'>

/** With signed links to its pictures. */
export async function presentReports<Row extends ReportRow>(
  deps: PresentDeps,
  rows: Row[],
): Promise<(Row & MyFeedback)[]> {
  const pictures = await listScreenshots(
    deps.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    screenshots: (pictures.get(row.id) ?? []).map((blob) => presentPicture(deps, blob)),
  }))
}

function presentPicture(deps: PresentDeps, blob: BlobRow): MyFeedback['screenshots'][number] {
  const { url, thumbnailUrl } = fileLinks(deps, blob, { isPublic: false, now: deps.now() })
  return { url, thumbnailUrl, width: blob.width, height: blob.height }
}
