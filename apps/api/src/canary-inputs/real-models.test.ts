import { cocoLabels } from '@infra/inference/pictures/coco-labels'
import { sentencesOf, spokenText } from '@infra/inference/sound/spoken-text'
import { parseWav } from '@infra/inference/sound/wav'
import { findApp } from '@infra/protocol/apps/catalogue'
import {
  type ComparedJob,
  compareResults,
  type DecodedResult,
} from '@infra/trust/comparators/compare-results'
import { type GatedJob, gateResult } from '@infra/trust/gates/gate-result'
import type { Picture } from '@infra/trust/measures/picture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePicture, decodeResult } from '../test/runners/decode-result.ts'
import { startRunner } from '../test/runners/start-runner.ts'
import type { CanaryInput } from './canary-input.ts'
import { makeCanaryInput } from './make-canary-input.ts'

const SLOW = { timeout: 600_000 }

/** Made as reference nodes make them, once they are needed. */
let recorded: Promise<Buffer[]> | undefined

async function record(): Promise<Buffer[]> {
  const speak = await startRunner('speak')
  const sounds: Buffer[] = []
  for (const seed of ['first', 'second']) {
    const { input } = (await makeCanaryInput(findApp('speak')!, seed, { sounds: [] }))!
    sounds.push((await speak({ ...input, voice: 'fast' }))[0]!.bytes!)
  }
  return sounds
}

async function make(id: string, seed: string): Promise<CanaryInput> {
  if (id === 'transcribe') recorded ??= record()
  const sounds = (await recorded) ?? []
  return (await makeCanaryInput(findApp(id)!, seed, { sounds }))!
}

interface DecodedJob {
  compared: ComparedJob
  gated: GatedJob
}

async function decodeJob({ input, files }: CanaryInput): Promise<DecodedJob> {
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

/** What a node could hand in without computing anything: its input, in the form of an answer. */
async function unchanged({ input, files }: CanaryInput, answer: DecodedResult): Promise<DecodedResult> {
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
async function fitted(other: DecodedResult, answer: DecodedResult): Promise<DecodedResult> {
  if (!other.picture || !answer.picture) return other
  const { data, width, height } = other.picture
  const file = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { ...other, picture: await decodePicture(file, answer.picture) }
}

const QUICK = ['story-teller', 'vectorise', 'read-text', 'find-objects']
const SLOWER = ['cut-out', 'upscale', 'erase-fill', 'expand-photo', 'speak', 'transcribe']

// The slower ones take three minutes more: `REAL_MODELS=all npm test -- unit`.
test.for(process.env.REAL_MODELS === 'all' ? [...QUICK, ...SLOWER] : QUICK)(
  '%s: real answers pass the gate and are told apart; neither another answer nor the input passes as one',
  SLOW,
  async (id) => {
    const run = await startRunner(id)
    const made = [await make(id, 'one'), await make(id, 'two')]
    const answers: DecodedResult[] = []
    for (const { input, files } of made) answers.push(await decodeResult(await run(input, files)))

    for (const [at, canary] of made.entries()) {
      const [answer, other] = [answers[at]!, answers[1 - at]!]
      const { compared, gated } = await decodeJob(canary)
      const compare = (handedIn: DecodedResult) => compareResults(id, answer, handedIn, compared)!
      // Drawings are gated at another size than that at which they are compared.
      if (id !== 'vectorise') expect(gateResult(id, answer, gated)).toBeNull()
      expect(compare(answer).comparison).toBe('same')
      expect(compare(await fitted(other, answer)).comparison).toBe('wrong')
      expect(compare(await unchanged(canary, answer)).comparison).toBe('wrong')
    }
  },
)
