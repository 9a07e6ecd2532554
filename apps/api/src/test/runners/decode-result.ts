import { monoSamples, parseWav } from '@infra/inference/sound/wav'
import type { DecodedResult } from '@infra/trust/comparators/compare-results'
import { readSubtitles } from '@infra/trust/comparators/read-subtitles'
import type { Picture } from '@infra/trust/measures/picture'
import sharp from 'sharp'
import type { RunnerOutput } from './open-runner.ts'

/** The side at which drawings are compared. */
const DRAWING_SIDE = 512

/** What an app made, as the comparators take it. */
export async function decodeResult(outputs: readonly RunnerOutput[]): Promise<DecodedResult> {
  const result: DecodedResult = {}
  for (const { name, kind, text, bytes } of outputs) {
    if (name === 'srt') result.subtitles = readSubtitles(text!) ?? undefined
    else if (kind === 'text') result.text = text
    else if (kind === 'image') result.picture = await decodePicture(bytes!)
    else if (kind === 'svg') result.picture = await paintDrawing(bytes!)
    else if (kind === 'audio') result.sound = soundOf(bytes!)
    else if (name === 'words') result.words = JSON.parse(bytes!.toString())
    else if (name === 'objects') result.objects = JSON.parse(bytes!.toString())
  }
  return result
}

export async function decodePicture(
  file: Buffer,
  size?: { width: number; height: number },
): Promise<Picture> {
  const picture = sharp(file).toColourspace('srgb').ensureAlpha()
  const fitted = size ? picture.resize({ width: size.width, height: size.height, fit: 'fill' }) : picture
  const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A drawing, or a picture in its place. */
export async function paintDrawing(file: Buffer): Promise<Picture> {
  const inside = { width: DRAWING_SIDE, height: DRAWING_SIDE, fit: 'inside' as const }
  return decodePicture(await sharp(file).resize(inside).png().toBuffer())
}

function soundOf(file: Buffer): DecodedResult['sound'] {
  const wav = parseWav(file)
  return { samples: monoSamples(wav), rate: wav.format.rate }
}
