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

/** A file that the network has: the user's upload, or a file of the job that this one repeats. */
export interface UploadedFile {
  id: string
  url: string | null
  width: number | null
  height: number | null
  seconds: number | null
}

/**
 * `chosen`: not sent yet, because nobody is signed in. `refused`: sent, but not accepted. Until it's uploaded, `file` has what the browser
 * measured.
 */
export type FileValue =
  | { state: 'uploaded'; file: UploadedFile; preview: string | null }
  | {
      state: 'chosen' | 'sending' | 'refused'
      blob: Blob
      file: Omit<UploadedFile, 'id' | 'url'>
      preview: string
      part: number
      /** Whether a refused file would be refused again. */
      isFinal?: boolean
    }

/** The marks, and the mask of the repeated job below them. */
export interface MaskValue {
  marks: readonly Mark[]
  base: UploadedFile | null
}

/** The value of each kind of field while it's edited: numbers stay as typed. */
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

/** The initial value of a field. */
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
