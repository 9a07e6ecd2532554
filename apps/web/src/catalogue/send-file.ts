import { createClient } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import { authorizationHeader, renewingFetch } from '../api/authorization.ts'
import { configuration } from '../bootstrap/configuration.ts'
import { fetchWithProgress } from '../form/files/fetch-with-progress.ts'
import type { KeptFile } from '../form/raw-value.ts'

/** Sends a file for a job, and tells how much of it has left. */
export async function sendFile(blob: Blob, onPart: (part: number) => void): Promise<KeptFile> {
  const call = createClient({
    prefix: configuration.apiPrefix,
    fetch: renewingFetch(fetchWithProgress(onPart)),
    headers: authorizationHeader,
  })
  const { id, url, width, height, seconds } = await call(uploadFile, { file: blob })
  return { id, url, width, height, seconds }
}
