import { isFile } from '../form-input.ts'
import type { RawValues } from '../raw-value.ts'

export interface UnderlyingPicture {
  src: string
  width: number
  height: number
}

/** The picture that a mask or boxes lie over, once it is chosen and measured. */
export function underlyingPicture(values: RawValues, name: string): UnderlyingPicture | undefined {
  const value = values[name]
  if (!isFile(value) || !value.preview || !value.file.width || !value.file.height) return undefined
  return { src: value.preview, width: value.file.width, height: value.file.height }
}
