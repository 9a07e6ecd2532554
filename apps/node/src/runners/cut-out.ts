import { matte } from '@infra/inference/pictures/matte'
import { openObjectModel, openPortraitModel } from '@infra/inference/pictures/subject-model'
import { readPicture, rgbaOf } from './picture.ts'
import type { Runner } from './runner.ts'
import sharp from './sharp.ts'
import { writePng } from './write-png.ts'

/** Edges and colours are computed at this size; the result has the size of the picture. */
const WORKING_SIDE = 1024

/** Finds the subject of a picture and removes the background. */
export const cutOut: Runner = async ({ input, files, weights, threads, progress }) => {
  progress(0.05, 'Reading the picture')
  const picture = await readPicture(files.image)
  const full = await rgbaOf(picture.open())
  const small = await rgbaOf(
    picture
      .open()
      .resize({ width: WORKING_SIDE, height: WORKING_SIDE, fit: 'inside', withoutEnlargement: true }),
  )

  progress(0.2, 'Loading the model')
  const isPortrait = input.subject === 'portrait'
  const model = isPortrait
    ? await openPortraitModel({ folder: weights.modnet!, threads })
    : await openObjectModel({ folder: weights.u2netp!, threads })
  // The models don't support transparency, so they get the picture on white.
  const shown = picture.open().flatten({ background: '#fff' })
  const pixels = await rgbaOf(shown.resize({ ...model.sizeFor(picture), fit: 'fill' }))

  progress(0.35, isPortrait ? 'Finding the person' : 'Finding the subject')
  const mask = await model.maskOf(pixels)

  progress(0.7, 'Cutting along the edges')
  matte(full, small, mask)

  progress(0.85, 'Writing the picture')
  const background = input.background === 'color' ? String(input.color ?? '#ffffff') : undefined
  const { data, width, height } = full
  const open = () => {
    const cut = sharp(data, { raw: { width, height, channels: 4 } })
    return background ? cut.flatten({ background }) : cut
  }
  return [await writePng(width, open)]
}
