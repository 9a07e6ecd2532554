import { readFile } from 'node:fs/promises'
import { openObjectDetector } from '@infra/inference/pictures/object-detector'
import { decodeOnWhite } from './decode-picture.ts'

/** A picture to look at, and the folder of the detector's weights. */
export interface DetectTask {
  detectIn: string
  weights: string
}

/** Less certain objects are left out, because nobody can correct them. */
const CERTAIN_MIN = 0.5

/** The labels of what Find Objects detects in a picture, surest first. It opens files of strangers, so only the inspector may call it. */
export async function detectObjects({ detectIn, weights }: DetectTask): Promise<string[]> {
  const detector = await openObjectDetector(weights)
  const pixels = await decodeOnWhite(await readFile(detectIn), detector.size)
  const objects = await detector.detect(pixels, detector.size, CERTAIN_MIN)
  return objects.map(({ label }) => label)
}
