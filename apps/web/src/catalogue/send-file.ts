import { uploadFile } from '@infra/protocol/files'
import { call, renewingFetch } from '../api/call.ts'
import { storeFileName } from '../download/file-names.ts'
import { fetchWithProgress } from '../form/files/fetch-with-progress.ts'
import type { UploadedFile } from '../form/raw-value.ts'

/** Uploads an input file, and reports the progress. */
export async function sendFile(blob: Blob, onPart: (part: number) => void): Promise<UploadedFile> {
  const options = { fetch: renewingFetch(fetchWithProgress(onPart)) }
  const { id, url, width, height, seconds } = await call(uploadFile, { file: blob }, options)
  if (blob instanceof File) storeFileName(id, blob.name)
  return { id, url, width, height, seconds }
}
