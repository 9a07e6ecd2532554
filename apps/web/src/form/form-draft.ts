import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppField } from '@infra/protocol/apps/app-field'
import { type Audience, audiences, defaultAudience } from './audience.ts'
import { clearStoredDraft, type DraftStorage, readStoredDraft, storeDraft } from './draft-storage.ts'
import { isFile } from './form-input.ts'
import { isUnanswered, type Unanswered } from './idempotency-key.ts'
import { blankValue, type RawValue, type RawValues, type UploadedFile } from './raw-value.ts'

export interface FormDraft {
  values: RawValues
  audience: Audience
  parentId?: string
  /** The result of another job that the form was filled in with. */
  usedResult?: string
  /** An order that got no response, with its idempotency key: sent again, it's the same order. */
  unanswered?: Unanswered
}

/** An app's form has one draft; each form in a conversation has its own. */
type Drafted = Pick<AppManifest, 'id' | 'version'> & { draftName?: string }

const keyOf = ({ id, draftName }: Pick<Drafted, 'id' | 'draftName'>) => `infra.app.${draftName ?? id}.draft`

/** Undefined if there's no draft, or if it's for another version of the app. */
export function readFormDraft(
  app: Drafted & Pick<AppManifest, 'fields'>,
  storage?: DraftStorage,
): FormDraft | undefined {
  const kept = readStoredDraft(keyOf(app), storage)
  if (kept?.version !== app.version) return undefined
  const given = (typeof kept.values === 'object' && kept.values !== null ? kept.values : {}) as Record<
    string,
    unknown
  >
  return {
    values: Object.fromEntries(app.fields.map((field) => [field.name, restored(field, given[field.name])])),
    audience: keptAudience(app.fields, kept),
    parentId: typeof kept.parentId === 'string' ? kept.parentId : undefined,
    usedResult: typeof kept.usedResult === 'string' ? kept.usedResult : undefined,
    unanswered: isUnanswered(kept.unanswered) ? kept.unanswered : undefined,
  }
}

/** Drafts of an earlier version only knew private and public, and public wasn't anybody's choice there. */
function keptAudience(
  fields: readonly AppField[],
  { audience, visibility }: { audience?: unknown; visibility?: unknown },
): Audience {
  if (visibility === 'private') return 'private'
  return audiences.find((one) => one === audience) ?? defaultAudience(fields)
}

export function keepFormDraft(app: Drafted, draft: FormDraft, storage?: DraftStorage): void {
  const values = Object.fromEntries(
    Object.entries(draft.values).map(([name, value]) => [name, keepable(value)]),
  )
  storeDraft(keyOf(app), { ...draft, values, version: app.version }, storage)
}

export function dropFormDraft(app: Pick<Drafted, 'id' | 'draftName'>, storage?: DraftStorage): void {
  clearStoredDraft(keyOf(app), storage)
}

/** Only uploaded files are stored, because bytes don't fit here. */
function keepable(value: RawValue): unknown {
  if (!isFile(value)) return value
  return value.state === 'uploaded' ? { kept: value.file } : null
}

/** Storage may contain anything; a value that doesn't fit its field is dropped. */
function restored(field: AppField, kept: unknown): RawValue {
  const blank = blankValue(field)
  if (field.kind === 'image' || field.kind === 'audio') {
    const file = (kept as { kept?: unknown } | null)?.kept
    return isUploadedFile(file) ? { state: 'uploaded', file, preview: file.url } : null
  }
  if (field.kind === 'mask') {
    const { marks, base } = (kept ?? {}) as { marks?: unknown; base?: unknown }
    return Array.isArray(marks) ? { marks, base: isUploadedFile(base) ? base : null } : blank
  }
  if (field.kind === 'boxes') return Array.isArray(kept) ? kept : blank
  if (field.kind === 'choice')
    return field.options.some(({ value }) => value === kept) ? (kept as string) : blank
  return typeof kept === typeof blank ? (kept as RawValue) : blank
}

function isUploadedFile(given: unknown): given is UploadedFile {
  return typeof given === 'object' && given !== null && typeof (given as UploadedFile).id === 'string'
}
