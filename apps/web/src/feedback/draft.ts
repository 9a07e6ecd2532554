import type { Diagnostics, FeedbackReport } from '@infra/protocol/feedback'
import { Diagnostics as DiagnosticsSchema, feedbackKinds } from '@infra/protocol/feedback'
import { clearFrom, putOn, readFrom, type Shelf } from '../form/draft-storage.ts'
import { isUnanswered, type Unanswered } from '../form/idempotency-key.ts'

/** What is in the form: a report that need not be valid yet. */
export interface Draft extends Required<Pick<FeedbackReport, 'kind' | 'title' | 'description' | 'contact'>> {
  /** As they were when the writing began. */
  diagnostics: Diagnostics | null
  sendsDiagnostics: boolean
  pictures: AttachedPicture[]
  /** A report whose answer never came, and its key: sent again, it is the same report. */
  unanswered?: Unanswered
}

/** The bytes of a picture lie elsewhere, under its name: there is no room for them here. */
export interface AttachedPicture {
  name: string
  /** Once the network has it. */
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

export function readDraft(shelf?: Shelf): Draft {
  const { kind, pictures, diagnostics, unanswered, ...words } = readFrom(KEY, shelf) ?? {}
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

export function keepDraft(draft: Draft, shelf?: Shelf): void {
  putOn(KEY, draft, shelf)
}

export function dropDraft(shelf?: Shelf): void {
  clearFrom(KEY, shelf)
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
