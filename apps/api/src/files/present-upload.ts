import type { UploadedFile } from '@infra/protocol/files'
import type { Deps } from '../deps.ts'
import { fileLinks } from './file-links.ts'
import type { FoundUpload } from './upload-queries.ts'

/** Has a signed URL for its owner, even if the same file is public elsewhere. */
export function presentUpload(
  deps: Pick<Deps, 'config' | 'files' | 'now'>,
  { kind, ...upload }: FoundUpload,
): UploadedFile {
  const { url } = fileLinks(deps, { ...upload, kind }, { isPublic: false, now: deps.now() })
  return { ...upload, kind: kind === 'audio' ? 'audio' : 'image', url }
}
