import { type FeedbackReport, sendBugReport, sendScreenshot } from '@infra/protocol/feedback'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { call } from '../api.ts'
import { keyFor } from '../form/idempotency-key.ts'
import type { Draft } from './draft.ts'
import { PictureRefused } from './problems.ts'

/** The bytes of attached pictures, by name. */
export type Pictures = ReadonlyMap<string, Blob>

/** Takes over what has changed; the person may be typing on. */
type Keep = (part: Partial<Draft>) => void

/** About the picture itself: sending it again would not help. */
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

/** The report that a draft is, without what was left empty. */
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
 * Sends the pictures that the network has not got yet, then the report. Each step is kept before the next is taken, so that
 * whatever is lost on the way, what was done is not done again.
 */
export async function sendDraft(draft: Draft, pictures: Pictures, keep: Keep) {
  const sent = await sendPictures(draft, pictures, keep)
  try {
    return await sendReport(sent, keep)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'input_expired')) throw error
    // They were kept for a day, and the draft is older: the bytes are still here.
    const unsent = { ...sent, pictures: sent.pictures.map(({ name }) => ({ name })) }
    return sendReport(await sendPictures(unsent, pictures, keep), keep)
  }
}

async function sendPictures(draft: Draft, bytes: Pictures, keep: Keep): Promise<Draft> {
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
    keep({ pictures })
  }
  return current
}

function sendReport(draft: Draft, keep: Keep) {
  const body = reportOf(draft)
  const unanswered = keyFor(body, draft.unanswered)
  keep({ unanswered })
  return call(sendBugReport, { body, headers: { 'idempotency-key': unanswered.key } })
}
