import { expandPicture, type Sides } from '@infra/inference/pictures/expand-picture'
import { readPicture, rgbaOf } from './picture.ts'
import { JobFailure, type Runner } from './runner.ts'
import sharp from './sharp.ts'
import { writePng } from './write-png.ts'

/** Invents what is beyond the edges of a picture. */
export const expandPhoto: Runner = async ({ input, files, weights, threads, progress }) => {
  const side = (name: keyof Sides) => Number(input[name] ?? 0)
  const wanted = { left: side('left'), right: side('right'), top: side('top'), bottom: side('bottom') }
  if (Object.values(wanted).every((pixels) => pixels === 0))
    throw new JobFailure('input_unreadable', 'All sides are 0: say by how much the picture is to grow.', {
      final: true,
    })
  progress(0.02, 'Reading the picture')
  const original = await rgbaOf((await readPicture(files.image)).open())

  const model = { folder: weights.migan!, threads }
  const { data, width, height } = await expandPicture(original, wanted, model, (pass, passes, part) =>
    progress(0.05 + (0.85 * (pass + part)) / passes, `Pass ${pass + 1} of ${passes}`),
  )

  progress(0.9, 'Writing the picture')
  return [await writePng(width, () => sharp(data, { raw: { width, height, channels: 4 } }))]
}
