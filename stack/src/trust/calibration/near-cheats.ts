import type { AppInput } from '@infra/protocol/apps/app-input'
import type { DecodedResult } from '@infra/trust/comparators/compare-results'
import type { Picture } from '@infra/trust/measures/picture'
import sharp from 'sharp'
import type { CanaryInput } from '../../../../apps/api/src/canary-inputs/canary-input.ts'
import { decodePicture } from '../../../../apps/api/src/test/runners/decode-result.ts'
import { fitted, unchanged } from '../../../../apps/api/src/test/runners/other-results.ts'

export interface NearCheat {
  name: string
  result: DecodedResult
}

/** Other orders whose results are cheaper or look right to a person. */
export const otherOrders: Record<string, { name: string; change: (input: AppInput) => AppInput }> = {
  'story-teller': {
    name: 'another seed',
    change: (input) => ({ ...input, seed: Number(input.seed ?? 0) + 1 }),
  },
  speak: {
    name: 'another voice',
    change: (input) => ({ ...input, voice: input.voice === 'am_michael' ? 'af_heart' : 'am_michael' }),
  },
  vectorise: {
    name: 'fewer details',
    change: (input) => ({ ...input, detail: 2, speckle: 16 }),
  },
}

/** Results that a node could submit to compute less: made from the right result, or from nothing. */
export async function nearCheats(
  canary: CanaryInput,
  answer: DecodedResult,
  other: DecodedResult,
): Promise<NearCheat[]> {
  const { picture, words, text, subtitles, objects } = answer
  // An empty result fits every picture, and is sometimes right.
  if (objects?.length === 0) return []
  const cheats: NearCheat[] = [
    { name: 'the input given back', result: await unchanged(canary, answer) },
    { name: 'a result of another input', result: await fitted(other, answer) },
  ]
  // Of Find Objects, the marks are compared, not the picture.
  if (picture && !objects) {
    cheats.push({
      name: 'the result at half its size',
      result: { ...answer, picture: await coarse(picture, 2) },
    })
    cheats.push({
      name: 'the result as a JPEG',
      result: { ...answer, picture: await asJpeg(picture) },
    })
  }
  if (words && words.length > 9)
    cheats.push({ name: 'a tenth of the words left out', result: leaveOut(answer) })
  if (subtitles && text && text.split(' ').length > 9)
    cheats.push({ name: 'a tenth of the words left out', result: { ...answer, text: everyTenth(text) } })
  if (objects && objects.length > 0)
    cheats.push({ name: 'one object left out', result: { ...answer, objects: objects.slice(1) } })
  return cheats
}

function everyTenth(text: string): string {
  return text
    .split(' ')
    .filter((_, at) => at % 10 !== 4)
    .join(' ')
}

function leaveOut({ words, ...result }: DecodedResult): DecodedResult {
  const kept = words!.filter((_, at) => at % 10 !== 4)
  return { ...result, words: kept, text: kept.map(({ text }) => text).join(' ') }
}

async function coarse({ data, width, height }: Picture, times: number): Promise<Picture> {
  const raw = { width, height, channels: 4 as const }
  const small = { width: Math.ceil(width / times), height: Math.ceil(height / times) }
  const file = await sharp(data, { raw }).resize(small).png().toBuffer()
  return decodePicture(file, { width, height })
}

/** Keeps the transparency, which JPEG lacks. */
async function asJpeg({ data, width, height }: Picture): Promise<Picture> {
  const raw = { width, height, channels: 4 as const }
  const file = await sharp(data, { raw }).removeAlpha().jpeg({ quality: 75 }).toBuffer()
  const decoded = await decodePicture(file)
  const mixed = Buffer.from(decoded.data)
  for (let at = 3; at < mixed.length; at += 4) mixed[at] = data[at]!
  return { data: mixed, width, height }
}
