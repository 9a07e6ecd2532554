import type { AppManifest } from '@infra/protocol/apps/app'
import type { Audience } from './audience.ts'
import type { Problems } from './form-input.ts'
import type { MaskValue, RawValues, UploadedFile } from './raw-value.ts'

export interface FormState {
  values: RawValues
  problems: Problems
  audience: Audience
}

export interface FormOptions {
  app: Pick<AppManifest, 'fields'>
  start: Pick<FormState, 'values' | 'audience'>
  /** Whether a file may be uploaded as soon as it is chosen: only a signed-in user may. */
  maySend: () => boolean
  send: (blob: Blob, onPart: (part: number) => void) => Promise<UploadedFile>
  measure: (blob: Blob, kind: 'image' | 'audio') => Promise<Omit<UploadedFile, 'id' | 'url'>>
  /** The mask as a PNG of the picture's size. */
  drawMask: (mask: MaskValue, size: { width: number; height: number }) => Promise<Blob>
  preview: (blob: Blob) => string
}
