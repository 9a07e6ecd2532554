import { createClient } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import { authorizationHeader, renewingFetch } from '../api/authorization.ts'
import { configuration } from '../bootstrap/configuration.ts'
import { fetchWithProgress } from '../form/files/fetch-with-progress.ts'
import type { UploadedFile } from '../form/raw-value.ts'

/** Uploads an input file, and reports the progress. */
export async function sendFile(blob: Blob, onPart: (part: number) => void): Promise<UploadedFile> {
  const call = createClient({
    prefix: configuration.apiPrefix,
    fetch: renewingFetch(fetchWithProgress(onPart)),
    headers: authorizationHeader,
  })
  const { id, url, width, height, seconds } = await call(uploadFile, { file: blob })
  return { id, url, width, height, seconds }
}
