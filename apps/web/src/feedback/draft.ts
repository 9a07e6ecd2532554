import type { Diagnostics, FeedbackReport } from '@infra/protocol/feedback'
import { Diagnostics as DiagnosticsSchema, feedbackKinds } from '@infra/protocol/feedback'
import { clearStoredDraft, type DraftStorage, readStoredDraft, storeDraft } from '../form/draft-storage.ts'
import { isUnanswered, type Unanswered } from '../form/idempotency-key.ts'

/** The content of the form: a report that need not be valid yet. */
export interface Draft extends Required<Pick<FeedbackReport, 'kind' | 'title' | 'description' | 'contact'>> {
  /** From when the user began to write. */
  diagnostics: Diagnostics | null
  sendsDiagnostics: boolean
  pictures: AttachedPicture[]
  /** A report that got no response, with its idempotency key: sent again, it's the same report. */
  unanswered?: Unanswered
}

/** The bytes of a picture are stored separately, by its name, because there's no room for them here. */
export interface AttachedPicture {
  name: string
  /** Set once it is uploaded. */
  uploadId?: string
}

export const blankDraft: Draft = {
  kind: 'bug',
  title: '',
  description: '',
  contact: '',
  diagnostics: null,
  sendsDiagnostics: true,
  pictures: [],
}

const KEY = 'infra.feedback.draft'

export function readDraft(storage?: DraftStorage): Draft {
  const { kind, pictures, diagnostics, unanswered, ...words } = readStoredDraft(KEY, storage) ?? {}
  return {
    kind: feedbackKinds.find((known) => known === kind) ?? blankDraft.kind,
    title: textIn(words.title),
    description: textIn(words.description),
    contact: textIn(words.contact),
    sendsDiagnostics: words.sendsDiagnostics !== false,
    diagnostics: DiagnosticsSchema.safeParse(diagnostics).data ?? null,
    pictures: Array.isArray(pictures) ? pictures.filter(isPicture) : [],
    ...(isUnanswered(unanswered) && { unanswered }),
  }
}

export function keepDraft(draft: Draft, storage?: DraftStorage): void {
  storeDraft(KEY, draft, storage)
}

export function dropDraft(storage?: DraftStorage): void {
  clearStoredDraft(KEY, storage)
}

export function isBlank({ title, description, contact, pictures }: Draft): boolean {
  return title + description + contact === '' && pictures.length === 0
}

function textIn(kept: unknown): string {
  return typeof kept === 'string' ? kept : ''
}

function isPicture(kept: unknown): kept is AttachedPicture {
  const { name, uploadId } = (kept ?? {}) as Partial<AttachedPicture>
  return typeof name === 'string' && (uploadId === undefined || typeof uploadId === 'string')
}
