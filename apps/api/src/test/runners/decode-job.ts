import { cocoLabels } from '@infra/inference/pictures/coco-labels'
import { sentencesOf, spokenText } from '@infra/inference/sound/spoken-text'
import { parseWav } from '@infra/inference/sound/wav'
import type { ComparedJob } from '@infra/trust/comparators/compare-results'
import type { GatedJob } from '@infra/trust/gates/gate-result'
import type { Picture } from '@infra/trust/measures/picture'
import type { CanaryInput } from '../../canary-inputs/canary-input.ts'
import { decodePicture } from './decode-result.ts'

/** What comparing and gating need to know of a job. */
export interface DecodedJob {
  compared: ComparedJob
  gated: GatedJob
}

export async function decodeJob({ input, files }: CanaryInput): Promise<DecodedJob> {
  const fileOf = (name: string) => files.find((file) => file.name === name)?.bytes
  const [image, mask, audio] = [fileOf('image'), fileOf('mask'), fileOf('audio')]
  const picture = image && (await decodePicture(image))
  const hole = mask && holeOf(await decodePicture(mask))
  const side = (name: string) => Number(input[name] ?? 0)
  const margins = { left: side('left'), right: side('right'), top: side('top'), bottom: side('bottom') }
  const wav = audio && parseWav(audio)
  return {
    compared: {
      platforms: 'same_class',
      scoreMin: Number(input.score ?? 0),
      hole,
      original: picture && { ...margins, width: picture.width, height: picture.height },
    },
    gated: {
      picture,
      hole,
      margins,
      isTransparent: input.background === 'transparent',
      labels: cocoLabels,
      seconds: wav && wav.data.length / (wav.format.rate * wav.format.frameBytes),
      spoken: {
        sentences: sentencesOf(spokenText(String(input.text ?? ''))),
        speed: Number(input.speed ?? 1),
      },
      beginning: String(input.prompt ?? ''),
    },
  }
}

function holeOf({ data }: Picture): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, at) => (data[at * 4 + 1]! > 127 ? 1 : 0))
}
