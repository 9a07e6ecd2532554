import { fillHoles } from '@infra/inference/pictures/fill-holes'
import { type Hole, planHoles } from '@infra/inference/pictures/plan-holes'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import { JobFailure, type Runner } from './runner.ts'
import sharp from './sharp.ts'
import { writePng } from './write-png.ts'

/** The filler needs at least this much of a picture to work from. */
const KEPT_MIN = 0.05

/** Removes what the user painted over, and invents what may have been behind it. */
export const eraseFill: Runner = async ({ files, weights, threads, progress }) => {
  progress(0.02, 'Reading the picture')
  const picture = await readPicture(files.image)
  const pixels = await rgbaOf(picture.open())

  progress(0.08, 'Reading what was painted')
  const hole = await holeOf(await readPicture(files.mask), picture)
  const plan = planHoles(hole)

  const model = { folder: weights.migan!, threads }
  await fillHoles(pixels, hole, plan, model, (index, count) =>
    progress(0.1 + (0.8 * index) / count, `Filling ${index + 1} of ${count}`),
  )

  progress(0.9, 'Writing the picture')
  const { data, width, height } = pixels
  return [await writePng(width, () => sharp(data, { raw: { width, height, channels: 4 } }))]
}

/** White in the mask is what was painted; a mask of another size is stretched to the picture's. */
async function holeOf(mask: Picture, { width, height }: Picture): Promise<Hole> {
  const flat = mask.open().flatten({ background: '#000' })
  const { data } = await rgbaOf(flat.resize({ width, height, fit: 'fill', kernel: 'nearest' }))
  const bytes = new Uint8Array(width * height)
  let painted = 0
  for (let at = 0; at < bytes.length; at += 1) {
    // Green alone is close enough to brightness.
    bytes[at] = data[at * 4 + 1]! > 127 ? 1 : 0
    painted += bytes[at]!
  }
  if (painted === 0) throw refusal('Nothing is painted: paint over what is to go.')
  if (painted > bytes.length * (1 - KEPT_MIN))
    throw refusal('All of the picture is painted over: leave some of it, the rest is made up from that.')
  return { bytes, width, height }
}

function refusal(sentence: string): JobFailure {
  return new JobFailure('input_unreadable', sentence, { final: true })
}
