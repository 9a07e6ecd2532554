import { blobOf } from '../files/shrink-image.ts'
import type { MaskValue } from '../raw-value.ts'
import { paintMarks } from './mask-marks.ts'

interface Size {
  width: number
  height: number
}

/** The mask as a PNG of the picture's size: white where painted, black elsewhere. */
export async function drawMask({ marks, base }: MaskValue, size: Size): Promise<Blob> {
  const below = base?.url ? await readPlane(base.url, size) : undefined
  const { bytes } = paintMarks(size, marks, below)
  const canvas = canvasOf(size)
  const image = new ImageData(size.width, size.height)
  // Each pixel as one number: opaque white or opaque black.
  const pixels = new Uint32Array(image.data.buffer)
  for (let at = 0; at < bytes.length; at++) pixels[at] = bytes[at] ? 0xffffffff : 0xff000000
  canvas.getContext('2d')!.putImageData(image, 0, 0)
  return blobOf(canvas, 'image/png')
}

/** The white pixels of an earlier mask. */
async function readPlane(url: string, size: Size): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob())
  const context = canvasOf(size).getContext('2d')!
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, size.width, size.height)
  return Uint8Array.from({ length: size.width * size.height }, (_, at) => (data[at * 4]! > 127 ? 255 : 0))
}

function canvasOf({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}
