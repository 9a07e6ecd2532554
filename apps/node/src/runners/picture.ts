import type { Pixels } from '@infra/inference/pictures/pixels'
import type { Sharp } from 'sharp'
import { JobFailure } from './runner.ts'
import sharp from './sharp.ts'

/** More than the API accepts from users; a file that claims more is not opened. */
const PIXELS_MAX = 50_000_000

export interface Picture {
  width: number
  height: number
  /** Upright and in sRGB. Every call reads the file again. */
  open: () => Sharp
}

/** Reads the size of a picture. A picture that cannot be read is a final failure: no other node could read it either. */
export async function readPicture(path: string | undefined): Promise<Picture> {
  if (!path) throw new JobFailure('input_unreadable', 'The job names no picture.', { final: true })
  const open = () =>
    sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient().toColourspace('srgb')
  const { autoOrient } = await decoding(open().metadata())
  return { width: autoOrient.width, height: autoOrient.height, open }
}

/** Four bytes per pixel: red, green, blue, alpha. */
export async function rgbaOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await decoding(picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
  if (info.channels !== 4) throw new Error(`Expected four channels, not ${info.channels}.`)
  return { data, width: info.width, height: info.height }
}

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const { message } = cause as Error
    // Too little memory is this machine's problem, not the picture's.
    if (/memory|alloc/i.test(message)) throw new JobFailure('out_of_memory', message, { cause })
    throw new JobFailure('input_unreadable', `The picture cannot be read: ${message}`, { final: true, cause })
  }
}
