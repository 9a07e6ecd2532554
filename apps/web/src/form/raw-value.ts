import type { AppField } from '@infra/protocol/apps/app-field'
import type { Mark } from './drawing/mask-marks.ts'

export type Kind = AppField['kind']
export type FieldOf<K extends Kind> = Extract<AppField, { kind: K }>

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A file that the network has: the person's upload, or one of the job that this one repeats. */
export interface KeptFile {
  id: string
  url: string | null
  width: number | null
  height: number | null
  seconds: number | null
}

/**
 * `held`: chosen, and not sent yet, since nobody is signed in. `refused`: sent, and not taken. What is known of it
 * before the network has looked at it is what the browser measured.
 */
export type FileValue =
  | { state: 'kept'; file: KeptFile; preview: string | null }
  | {
      state: 'held' | 'sending' | 'refused'
      blob: Blob
      file: Omit<KeptFile, 'id' | 'url'>
      preview: string
      part: number
    }

/** What is painted, and the mask of the repeated job below it. */
export interface MaskValue {
  marks: readonly Mark[]
  base: KeptFile | null
}

/** What each kind of field holds while it is being filled in: numbers as they are typed. */
export interface RawByKind {
  text: string
  longtext: string
  integer: string
  number: string
  choice: string
  toggle: boolean
  seed: string
  color: string
  image: FileValue | null
  audio: FileValue | null
  mask: MaskValue
  boxes: readonly Box[]
}

export type RawValue = RawByKind[Kind]
export type RawValues = Readonly<Record<string, RawValue>>

export const emptyMask: MaskValue = { marks: [], base: null }

/** What a field holds before anyone touched it. */
export function blankValue(field: AppField): RawValue {
  switch (field.kind) {
    case 'text':
    case 'longtext':
    case 'choice':
      return field.default ?? ''
    case 'color':
      return field.default ?? '#000000'
    case 'integer':
    case 'number':
      return field.default === undefined ? '' : String(field.default)
    case 'toggle':
      return field.default
    case 'seed':
      return ''
    case 'image':
    case 'audio':
      return null
    case 'mask':
      return emptyMask
    case 'boxes':
      return []
  }
}

export function blankValues(fields: readonly AppField[]): RawValues {
  return Object.fromEntries(fields.map((field) => [field.name, blankValue(field)]))
}
