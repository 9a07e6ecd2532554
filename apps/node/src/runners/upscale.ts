import { enlargePicture, SCALE } from '@infra/inference/pictures/enlarge-picture'
import type { Pixels } from '@infra/inference/pictures/pixels'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import { JobFailure, type Runner } from './runner.ts'
import sharp from './sharp.ts'
import { writePng } from './write-png.ts'

/** The limit of the app's field, checked again for jobs that did not come through it. */
const SIDE_MAX = 768

/** Doubles the sides of a picture and keeps its edges sharp. */
export const upscale: Runner = async ({ files, weights, threads, progress }) => {
  progress(0.01, 'Reading the picture')
  const picture = await readPicture(files.image)
  if (Math.max(picture.width, picture.height) > SIDE_MAX)
    throw new JobFailure(
      'input_unreadable',
      `The picture has ${picture.width} x ${picture.height} pixels; ${SIDE_MAX} a side is the most.`,
      { final: true },
    )
  const { width, height } = { width: picture.width * SCALE, height: picture.height * SCALE }
  const even = await evenPixels(picture)

  progress(0.02, 'Loading the model')
  const model = { folder: weights['real-esrgan']!, threads }
  const colors = await enlargePicture(even, model, (index, count) =>
    progress(0.05 + (0.9 * index) / count, `Tile ${index + 1} of ${count}`),
  )
  const alpha = await alphaOf(picture, width, height)

  progress(0.97, 'Writing the picture')
  const raw = { width: colors.width, height: colors.height, channels: 3 as const }
  const open = () => {
    const cut = sharp(colors.data, { raw }).extract({ left: 0, top: 0, width, height })
    return alpha ? cut.joinChannel(alpha, { raw: { width, height, channels: 1 } }) : cut
  }
  return [await writePng(width, open)]
}

/** The network takes pixels two by two, so the last row or column of an odd picture is repeated. */
async function evenPixels(picture: Picture): Promise<Pixels> {
  return rgbaOf(
    picture.open().extend({ right: picture.width % 2, bottom: picture.height % 2, extendWith: 'copy' }),
  )
}

/** The network knows no transparency, so alpha is resized by interpolation. Undefined for an opaque picture. */
async function alphaOf(picture: Picture, width: number, height: number): Promise<Buffer | undefined> {
  const { data } = await rgbaOf(picture.open().resize({ width, height, fit: 'fill', kernel: 'lanczos3' }))
  const alpha = Buffer.from(Uint8Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 3]!))
  return alpha.every((value) => value === 255) ? undefined : alpha
}
