import { namedLike } from './named-like.ts'

const QUALITY = 0.9

/** Scales a picture so that no side is longer than `sideMax`, as JPEG, which also makes it smaller in bytes. */
export async function shrinkImage(blob: Blob, sideMax: number): Promise<Blob> {
  const bitmap = await createImageBitmap(blob)
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return namedLike(blob, await blobOf(canvas, 'image/jpeg'))
}

export function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      type,
      QUALITY,
    ),
  )
}
