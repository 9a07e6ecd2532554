import { uploadFile } from '@infra/protocol/files'
import { call, renewingFetch } from '../api.ts'
import { fetchWithProgress } from '../form/files/fetch-with-progress.ts'
import type { KeptFile } from '../form/raw-value.ts'

/** Sends a file for a job, and reports how much of it has left. */
export async function sendFile(blob: Blob, onPart: (part: number) => void): Promise<KeptFile> {
  const options = { fetch: renewingFetch(fetchWithProgress(onPart)) }
  const { id, url, width, height, seconds } = await call(uploadFile, { file: blob }, options)
  return { id, url, width, height, seconds }
}
