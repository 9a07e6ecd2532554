import { readFile } from 'node:fs/promises'
import { encodeWav } from '@infra/inference/sound/wav'
import sharp from 'sharp'
import { drawText } from '../runners/draw-text.ts'
import type { JobOutput } from '../runners/runner.ts'
import { street } from './street.ts'

/** A small job whose right answer is known. */
export interface Sample {
  input: Record<string, string | number>
  /** SVGs, drawn into the files of these fields. */
  pictures?: Record<string, string>
  /** A WAV file, for the field `audio`. */
  sound?: Buffer
  /** Throws if the outputs are wrong; otherwise returns a description of them. */
  judge: (outputs: JobOutput[]) => Promise<string>
}

/** A red ball on a table: easy to recognise. */
export const ball = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">
  <defs>
    <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#cfd8dc"/><stop offset="1" stop-color="#90a4ae"/></linearGradient>
    <radialGradient id="ball" cx="0.4" cy="0.35"><stop stop-color="#ff8a65"/><stop offset="1" stop-color="#b71c1c"/></radialGradient>
  </defs>
  <rect width="480" height="360" fill="url(#wall)"/><rect y="270" width="480" height="90" fill="#8d6e63"/>
  <circle cx="240" cy="180" r="110" fill="url(#ball)"/>
</svg>`

export const samples: Record<string, Sample> = {
  echo: {
    input: { text: 'Hello', seconds: 0 },
    judge: async ([text]) => expectThat(text && 'text' in text && text.text === 'Hello', 'said "Hello" back'),
  },
  'read-text': {
    input: { layout: 'auto' },
    pictures: { image: drawText(['Infra reads this'], { size: 40 }) },
    judge: async ([text]) =>
      expectThat(text && 'text' in text && text.text === 'Infra reads this', 'read three words'),
  },
  'cut-out': {
    input: { subject: 'object', background: 'transparent' },
    pictures: { image: ball },
    judge: async ([picture]) => {
      const { data, info } = await sharp(await bytesOf(picture))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]!
      return expectThat(alphaAt(240, 180) > 200 && alphaAt(20, 20) < 50, 'cut a ball out of its background')
    },
  },
  'erase-fill': {
    input: {},
    pictures: {
      image: ball,
      mask: '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360"/><circle cx="240" cy="180" r="118" fill="#fff"/></svg>',
    },
    judge: async ([picture]) => {
      const [red, , blue] = await sharp(await bytesOf(picture))
        .extract({ left: 240, top: 120, width: 1, height: 1 })
        .raw()
        .toBuffer()
      return expectThat(red! < blue! + 60, 'made a ball go away')
    },
  },
  'expand-photo': {
    input: { left: 64, right: 0, top: 0, bottom: 0 },
    pictures: { image: ball },
    judge: async ([picture]) =>
      expectThat((await sharp(await bytesOf(picture)).metadata()).width === 544, 'made a picture wider'),
  },
  'find-objects': {
    input: { score: 0.5 },
    pictures: { image: street },
    judge: async ([, objects]) =>
      expectThat((await bytesOf(objects)).includes('"stop sign"'), 'found a stop sign in a street'),
  },
  upscale: {
    input: {},
    pictures: { image: drawText(['In'], { size: 24 }) },
    judge: async ([picture]) => {
      const { data, info } = await sharp(await bytesOf(picture))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const greys = Array.from({ length: info.width * info.height }, (_, at) => data[at * info.channels]!)
      const isSharp = greys.filter((grey) => grey > 60 && grey < 200).length < greys.length / 12
      return expectThat(info.width > 100 && isSharp, 'made letters larger and kept them sharp')
    },
  },
  speak: {
    input: { text: 'Hello there.', voice: 'fast', speed: 1 },
    judge: async ([speech]) =>
      expectThat((await bytesOf(speech)).length > 44_000, 'said two words for half a second or more'),
  },
  'story-teller': {
    input: { prompt: 'Once upon a time, a little fox', length: 16, temperature: 0, seed: 1 },
    judge: async ([text]) =>
      expectThat(
        text && 'text' in text && text.text.startsWith('Once upon a time, a little fox was walking in'),
        'begun a story',
      ),
  },
  transcribe: {
    input: { model: 'tiny' },
    // A second of a tone: loud enough to be listened to, and without a word.
    sound: encodeWav(
      Float32Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 6) * 0.3),
      16_000,
    ),
    judge: async ([text]) =>
      expectThat(text && 'text' in text && text.text === '', 'heard that nobody speaks'),
  },
  vectorise: {
    input: { colors: 'color', mode: 'spline', detail: 6, speckle: 4 },
    pictures: { image: ball },
    judge: async ([drawing]) =>
      expectThat((await bytesOf(drawing)).includes('<path'), 'traced a picture into curves'),
  },
}

async function bytesOf(output: JobOutput | undefined): Promise<Buffer> {
  if (!output || !('path' in output)) throw new Error('It made no file.')
  return readFile(output.path)
}

function expectThat(isSo: boolean | undefined, what: string): string {
  if (!isSo) throw new Error(`It should have ${what}, and did not.`)
  return what
}
