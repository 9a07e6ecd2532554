import type { AppManifest } from '@infra/protocol/apps/app'
import type { Problems } from './form-input.ts'
import type { KeptFile, MaskValue, RawValues } from './raw-value.ts'

export interface FormState {
  values: RawValues
  problems: Problems
  visibility: 'public' | 'private'
}

export interface FormOptions {
  app: Pick<AppManifest, 'fields'>
  start: Pick<FormState, 'values' | 'visibility'>
  /** Whether a file may be sent as soon as it is chosen: only someone who is signed in may. */
  maySend: () => boolean
  send: (blob: Blob, onPart: (part: number) => void) => Promise<KeptFile>
  measure: (blob: Blob, kind: 'image' | 'audio') => Promise<Omit<KeptFile, 'id' | 'url'>>
  /** The mask as a PNG of the picture's size. */
  drawMask: (mask: MaskValue, size: { width: number; height: number }) => Promise<Blob>
  preview: (blob: Blob) => string
}
