import { openObjectDetector } from '@infra/inference/pictures/object-detector'
import { drawBoxes } from './draw-boxes.ts'
import { readPicture, rgbaOf } from './picture.ts'
import type { Runner } from './runner.ts'
import { writePng } from './write-png.ts'

/** Finds objects of everyday life, and marks where they are. */
export const findObjects: Runner = async ({ input, files, weights, progress }) => {
  progress(0.05, 'Reading the picture')
  const picture = await readPicture(files.image)

  progress(0.2, 'Loading the model')
  const detector = await openObjectDetector(weights['coco-ssd']!)
  const shown = picture.open().flatten({ background: '#fff' })
  const pixels = await rgbaOf(shown.resize({ ...detector.size, fit: 'fill' }))

  progress(0.5, 'Looking for objects')
  const objects = await detector.detect(pixels, picture, Number(input.score ?? 0.5))

  progress(0.75, 'Marking what was found')
  const marks = Buffer.from(drawBoxes(objects, picture))
  return [
    await writePng(picture.width, () => picture.open().composite([{ input: marks }])),
    { name: 'objects', kind: 'json', bytes: Buffer.from(JSON.stringify(objects)) },
  ]
}
