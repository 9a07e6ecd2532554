import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { type ModelFiles, onnxSession } from '../onnx-session.ts'
import type { Pixels } from './pixels.ts'
import { type Plane, plane } from './plane.ts'

interface Size {
  width: number
  height: number
}

/** A network that decides which part of a picture is its subject. */
export interface SubjectModel {
  /** The size to which a picture must be stretched for this network. */
  sizeFor: (picture: Size) => Size
  /** From 0, the background, to 1, the subject. The pixels have the size of `sizeFor` and no transparent parts. */
  maskOf: (pixels: Pixels) => Promise<Plane>
}

/** U²-NetP, for objects of any kind: it takes squares of 320 pixels, whatever the shape of the picture. */
export async function openObjectModel({ folder, threads }: ModelFiles): Promise<SubjectModel> {
  const SIDE = 320
  const session = await onnxSession(join(folder, 'u2netp.onnx'), threads)
  return {
    sizeFor: () => ({ width: SIDE, height: SIDE }),
    maskOf: async (pixels) => {
      const tensor = tensorOf(pixels, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
      const { 1959: output } = await session.run({ 'input.1': tensor })
      return stretched(plane(SIDE, SIDE, output!.data as Float32Array))
    },
  }
}

/** MODNet, for people: it takes any size in steps of 32, and works best on people about 512 pixels wide. */
export async function openPortraitModel({ folder, threads }: ModelFiles): Promise<SubjectModel> {
  const session = await onnxSession(join(folder, 'modnet.onnx'), threads)
  return {
    sizeFor: ({ width, height }) => {
      const scale = 512 / Math.min(width, height)
      const side = (length: number) => Math.min(1024, Math.max(32, Math.round((length * scale) / 32) * 32))
      return { width: side(width), height: side(height) }
    },
    maskOf: async (pixels) => {
      const { output } = await session.run({ input: tensorOf(pixels, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]) })
      return plane(pixels.width, pixels.height, output!.data as Float32Array)
    },
  }
}

function tensorOf(
  { data, width, height }: Pixels,
  mean: readonly number[],
  deviation: readonly number[],
): Tensor {
  const count = width * height
  const values = new Float32Array(3 * count)
  for (let channel = 0; channel < 3; channel += 1)
    for (let at = 0; at < count; at += 1)
      values[channel * count + at] = (data[at * 4 + channel]! / 255 - mean[channel]!) / deviation[channel]!
  return new Tensor('float32', values, [1, 3, height, width])
}

/** The network's certainty differs from picture to picture, so its highest value counts as subject, unless it found none. */
function stretched(mask: Plane): Plane {
  const FOUND_MIN = 0.2
  const low = mask.values.reduce((least, value) => Math.min(least, value), 1)
  const high = mask.values.reduce((most, value) => Math.max(most, value), 0)
  if (high < FOUND_MIN) return mask
  return plane(
    mask.width,
    mask.height,
    mask.values.map((value) => (value - low) / (high - low)),
  )
}
