import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { matte } from './matte.ts'
import { onnxSession } from './onnx-session.ts'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import { type Plane, plane } from './plane.ts'
import type { Runner, RunnerJob } from './runner.ts'
import sharp from './sharp.ts'
import { writePng } from './write-png.ts'

/** Where edges and colours are worked out; the result has the size of the picture. */
const WORKING_SIDE = 1024

/** Finds the subject of a picture and takes the background away. */
export const cutOut: Runner = async (job) => {
  const { input, files, progress } = job
  progress(0.05, 'Reading the picture')
  const picture = await readPicture(files.image)
  const full = await rgbaOf(picture.open())
  const small = await rgbaOf(
    picture
      .open()
      .resize({ width: WORKING_SIDE, height: WORKING_SIDE, fit: 'inside', withoutEnlargement: true }),
  )

  progress(0.2, 'Loading the model')
  const mask = await (input.subject === 'portrait' ? portraitMask : objectMask)(picture, job)

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

/** U²-NetP: one square of 320 pixels, whatever the shape of the picture. */
async function objectMask(picture: Picture, job: RunnerJob): Promise<Plane> {
  const SIDE = 320
  const session = await onnxSession(join(job.weights.u2netp!, 'u2netp.onnx'), job.threads)
  const tensor = await tensorOf(picture, SIDE, SIDE, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
  job.progress(0.35, 'Finding the subject')
  const { 1959: output } = await session.run({ 'input.1': tensor })
  return stretched(plane(SIDE, SIDE, output!.data as Float32Array))
}

/** MODNet: any size in steps of 32; people about 512 pixels wide suit it best. */
async function portraitMask(picture: Picture, job: RunnerJob): Promise<Plane> {
  const scale = 512 / Math.min(picture.width, picture.height)
  const side = (length: number) => Math.min(1024, Math.max(32, Math.round((length * scale) / 32) * 32))
  const [width, height] = [side(picture.width), side(picture.height)]
  const session = await onnxSession(join(job.weights.modnet!, 'modnet.onnx'), job.threads)
  const tensor = await tensorOf(picture, width, height, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5])
  job.progress(0.35, 'Finding the person')
  const { output } = await session.run({ input: tensor })
  return plane(width, height, output!.data as Float32Array)
}

async function tensorOf(
  picture: Picture,
  width: number,
  height: number,
  mean: readonly number[],
  deviation: readonly number[],
): Promise<Tensor> {
  // What is see-through counts as white ground.
  const opened = picture.open().flatten({ background: '#fff' }).resize({ width, height, fit: 'fill' })
  const { data } = await rgbaOf(opened)
  const count = width * height
  const values = new Float32Array(3 * count)
  for (let channel = 0; channel < 3; channel += 1)
    for (let at = 0; at < count; at += 1)
      values[channel * count + at] = (data[at * 4 + channel]! / 255 - mean[channel]!) / deviation[channel]!
  return new Tensor('float32', values, [1, 3, height, width])
}

/** The network's certainty differs from picture to picture; its brightest place is the subject, unless it saw none. */
function stretched(mask: Plane): Plane {
  const SEEN = 0.2
  const low = mask.values.reduce((least, value) => Math.min(least, value), 1)
  const high = mask.values.reduce((most, value) => Math.max(most, value), 0)
  if (high < SEEN) return mask
  return plane(
    mask.width,
    mask.height,
    mask.values.map((value) => (value - low) / (high - low)),
  )
}
