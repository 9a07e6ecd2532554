import type { JobFile, StoredFile } from '@infra/protocol/jobs'
import type { Deps } from '../deps.ts'
import { fileLinks } from './file-links.ts'

/** A file of a job with its URLs. Text is in the job itself and has none. */
export function presentFile(
  deps: Pick<Deps, 'config' | 'files' | 'now'>,
  file: StoredFile,
  { isPublic }: { isPublic: boolean },
): JobFile {
  if (file.kind === 'text') return { ...file, url: null, thumbnailUrl: null, thumbnailSrcset: null }
  return { ...file, ...fileLinks(deps, file, { isPublic, now: deps.now() }) }
}
