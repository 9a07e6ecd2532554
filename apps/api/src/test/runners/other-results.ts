import type { DecodedResult } from '@infra/trust/comparators/compare-results'
import sharp from 'sharp'
import type { CanaryInput } from '../../canary-inputs/canary-input.ts'
import { decodePicture } from './decode-result.ts'

/** What a node could submit without computing anything: its input, in the form of an answer. */
export async function unchanged(
  { input, files }: CanaryInput,
  answer: DecodedResult,
): Promise<DecodedResult> {
  const image = files.find(({ name }) => name === 'image')?.bytes
  return {
    text: String(input.prompt ?? ''),
    words: [],
    objects: [],
    subtitles: [],
    sound: answer.sound && { ...answer.sound, samples: new Float32Array(answer.sound.samples.length) },
    picture: image && answer.picture && (await decodePicture(image, answer.picture)),
  }
}

/** An answer to another input, made to the size of this one. */
export async function fitted(other: DecodedResult, answer: DecodedResult): Promise<DecodedResult> {
  if (!other.picture || !answer.picture) return other
  const { data, width, height } = other.picture
  const file = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { ...other, picture: await decodePicture(file, answer.picture) }
}
