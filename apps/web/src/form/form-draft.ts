import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppField } from '@infra/protocol/apps/app-field'
import { clearFrom, putOn, readFrom, type Shelf } from './draft-storage.ts'
import { isFile } from './form-input.ts'
import { isUnanswered, type Unanswered } from './idempotency-key.ts'
import { blankValue, type KeptFile, type RawValue, type RawValues } from './raw-value.ts'

export interface FormDraft {
  values: RawValues
  visibility: 'public' | 'private'
  parentId?: string
  /** An order whose answer never came, and the key it was sent under: sent again, it is the same order. */
  unanswered?: Unanswered
}

const keyOf = (appId: string) => `infra.app.${appId}.draft`

/** Nothing where nothing is kept, or where what is kept is of another version of the app. */
export function readFormDraft(
  app: Pick<AppManifest, 'id' | 'version' | 'fields'>,
  shelf?: Shelf,
): FormDraft | undefined {
  const kept = readFrom(keyOf(app.id), shelf)
  if (kept?.version !== app.version) return undefined
  const given = (typeof kept.values === 'object' && kept.values !== null ? kept.values : {}) as Record<
    string,
    unknown
  >
  return {
    values: Object.fromEntries(app.fields.map((field) => [field.name, restored(field, given[field.name])])),
    visibility: kept.visibility === 'private' ? 'private' : 'public',
    parentId: typeof kept.parentId === 'string' ? kept.parentId : undefined,
    unanswered: isUnanswered(kept.unanswered) ? kept.unanswered : undefined,
  }
}

export function keepFormDraft(
  app: Pick<AppManifest, 'id' | 'version'>,
  draft: FormDraft,
  shelf?: Shelf,
): void {
  const values = Object.fromEntries(
    Object.entries(draft.values).map(([name, value]) => [name, keepable(value)]),
  )
  putOn(keyOf(app.id), { ...draft, values, version: app.version }, shelf)
}

export function dropFormDraft(appId: string, shelf?: Shelf): void {
  clearFrom(keyOf(appId), shelf)
}

/** Of a file only what the network has can be kept: bytes do not fit here. */
function keepable(value: RawValue): unknown {
  if (!isFile(value)) return value
  return value.state === 'kept' ? { kept: value.file } : null
}

/** Anyone may have written there; what is not of the field's shape is as good as nothing. */
function restored(field: AppField, kept: unknown): RawValue {
  const blank = blankValue(field)
  if (field.kind === 'image' || field.kind === 'audio') {
    const file = (kept as { kept?: unknown } | null)?.kept
    return isKeptFile(file) ? { state: 'kept', file, preview: file.url } : null
  }
  if (field.kind === 'mask') {
    const { marks, base } = (kept ?? {}) as { marks?: unknown; base?: unknown }
    return Array.isArray(marks) ? { marks, base: isKeptFile(base) ? base : null } : blank
  }
  if (field.kind === 'boxes') return Array.isArray(kept) ? kept : blank
  if (field.kind === 'choice')
    return field.options.some(({ value }) => value === kept) ? (kept as string) : blank
  return typeof kept === typeof blank ? (kept as RawValue) : blank
}

function isKeptFile(given: unknown): given is KeptFile {
  return typeof given === 'object' && given !== null && typeof (given as KeptFile).id === 'string'
}
