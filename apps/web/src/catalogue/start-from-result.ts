import type { AppManifest } from '@infra/protocol/apps/app'
import { readResultReference } from '@infra/protocol/apps/result-reference'
import { getJob, type Job, type JobFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { call } from '../api/call.ts'
import { storeFileName } from '../download/file-names.ts'
import { defaultAudience } from '../form/audience.ts'
import type { FormDraft } from '../form/form-draft.ts'
import { blankValues, type FileValue } from '../form/raw-value.ts'
import { fieldFor } from '../jobs/uses-of.ts'
import { downloadName } from '../jobs/viewer/download-name.ts'

/** The values of a form that uses the result of another job. */
export async function startFromResult(
  app: Pick<AppManifest, 'fields'>,
  reference: string,
  signal?: AbortSignal,
): Promise<FormDraft> {
  const { job, file } = await findResult(reference, signal)
  const field = fieldFor(app.fields, file)
  if (!field) throw new Refusal('not_found', 'That app does not take this result.')
  storeFileName(reference, downloadName(job, file))
  const value = file.kind === 'text' ? (file.text ?? '') : fileValue(reference, file)
  return {
    values: { ...blankValues(app.fields), [field.name]: value },
    // A private result must not become public when it's used again.
    audience: job.visibility === 'private' ? 'private' : defaultAudience(app.fields),
    usedResult: reference,
  }
}

/** A result in a draft, with an address that still works. */
export async function readResult(reference: string): Promise<FileValue> {
  const { file } = await findResult(reference)
  return fileValue(reference, file)
}

async function findResult(reference: string, signal?: AbortSignal): Promise<{ job: Job; file: JobFile }> {
  const named = readResultReference(reference)
  const job = named && (await call(getJob, { params: { id: named.jobId } }, { signal }))
  const file = job?.outputs.find(({ name }) => name === named?.output)
  if (!job || !file) throw new Refusal('not_found', 'There is no such result.')
  return { job, file }
}

function fileValue(reference: string, { url, width, height, seconds }: JobFile): FileValue {
  return { state: 'uploaded', file: { id: reference, url, width, height, seconds }, preview: url }
}
