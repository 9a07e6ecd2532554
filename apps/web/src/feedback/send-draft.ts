import { type FeedbackReport, sendBugReport, sendScreenshot } from '@infra/protocol/feedback'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { call } from '../api/call.ts'
import { idempotencyKeyFor } from '../form/idempotency-key.ts'
import type { Draft } from './draft.ts'
import { PictureRefused } from './problems.ts'

/** The bytes of attached pictures, by name. */
export type Pictures = ReadonlyMap<string, Blob>

/** Updates the draft; the user may still be typing. */
type UpdateDraft = (part: Partial<Draft>) => void

/** The picture itself is refused, so sending it again wouldn't help. */
const pictureCodes: readonly ErrorCode[] = [
  'corrupt_file',
  'empty_file',
  'payload_too_large',
  'quota_exceeded',
  'storage_full',
  'type_mismatch',
  'unsupported_media_type',
  'validation_failed',
]

/** The report in a draft, without the fields that were left empty. */
export function reportOf(draft: Draft): FeedbackReport {
  const { kind, title, description, contact, diagnostics, sendsDiagnostics, pictures } = draft
  const screenshots = pictures.flatMap(({ uploadId }) => uploadId ?? [])
  return {
    kind,
    title,
    description,
    ...(contact.trim() && { contact }),
    ...(sendsDiagnostics && diagnostics && { diagnostics }),
    ...(screenshots.length > 0 && { screenshots }),
  }
}

/**
 * Uploads the remaining pictures, then sends the report. Each step is stored before the next one, so that nothing is done twice, whatever
 * fails.
 */
export async function sendDraft(draft: Draft, pictures: Pictures, update: UpdateDraft) {
  const sent = await sendPictures(draft, pictures, update)
  try {
    return await sendReport(sent, update)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'input_expired')) throw error
    // Uploads expire after a day, and the draft is older; but the bytes are still here.
    const unsent = { ...sent, pictures: sent.pictures.map(({ name }) => ({ name })) }
    return sendReport(await sendPictures(unsent, pictures, update), update)
  }
}

async function sendPictures(draft: Draft, bytes: Pictures, update: UpdateDraft): Promise<Draft> {
  let current = draft
  for (const { name, uploadId } of draft.pictures) {
    const file = bytes.get(name)
    if (uploadId || !file) continue
    const { id } = await call(sendScreenshot, { file }).catch((error: unknown) => {
      const isItsOwn = error instanceof Refusal && pictureCodes.includes(error.code)
      throw isItsOwn ? new PictureRefused(error.message, { cause: error }) : error
    })
    const pictures = current.pictures.map((one) => (one.name === name ? { ...one, uploadId: id } : one))
    current = { ...current, pictures }
    update({ pictures })
  }
  return current
}

function sendReport(draft: Draft, update: UpdateDraft) {
  const body = reportOf(draft)
  const unanswered = idempotencyKeyFor(body, draft.unanswered)
  update({ unanswered })
  return call(sendBugReport, { body, headers: { 'idempotency-key': unanswered.key } })
}
