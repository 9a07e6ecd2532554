import { readFile } from 'node:fs/promises'
import { openObjectDetector } from '@infra/inference/pictures/object-detector'
import { decodeOnWhite } from './decode-picture.ts'

/** A picture to be looked at, and the folder of the detector's weights. */
export interface SeeTask {
  see: string
  weights: string
}

/** What is less certain is left out: nobody can correct it. */
const CERTAIN_MIN = 0.5

/** The labels of what is in a picture, as Find Objects sees it; the surest first. It opens files of strangers: only for the inspector. */
export async function seeObjects({ see, weights }: SeeTask): Promise<string[]> {
  const detector = await openObjectDetector(weights)
  const pixels = await decodeOnWhite(await readFile(see), detector.size)
  const objects = await detector.detect(pixels, detector.size, CERTAIN_MIN)
  return objects.map(({ label }) => label)
}
