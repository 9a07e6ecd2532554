import type { DecodedResult } from '../comparators/compare-results.ts'
import type { Picture } from '../measures/picture.ts'
import { gateCutOut } from './gate-cut-out.ts'
import { gateEraseFill } from './gate-erase-fill.ts'
import { gateExpandPhoto, type Margins } from './gate-expand-photo.ts'
import { gateFindObjects } from './gate-find-objects.ts'
import { gateReadText } from './gate-read-text.ts'
import type { GateRefusal } from './gate-refusal.ts'
import { gateSpeak, type SpokenText } from './gate-speak.ts'
import { gateStoryTeller } from './gate-story-teller.ts'
import { gateTranscribe } from './gate-transcribe.ts'
import { gateUpscale } from './gate-upscale.ts'
import { gateVectorise } from './gate-vectorise.ts'

/** What was ordered, as far as the app's gate needs it. */
export interface GatedJob {
  /** The decoded input. Of vectorise: at 256 pixels on its longer side, as its result. */
  picture?: Picture
  /** Of cut-out. */
  isTransparent?: boolean
  /** Of erase-fill: 1 for each pixel that was painted over. */
  hole?: Uint8Array
  /** Of expand-photo. */
  margins?: Margins
  /** Of vectorise. */
  coarseness?: { speckle: number; detail: number }
  /** Of find-objects: all that there are. */
  labels?: readonly string[]
  /** Of transcribe: how long the sound is. */
  seconds?: number
  spoken?: SpokenText
  /** Of story-teller. */
  beginning?: string
}

const INCOMPLETE = 'The result is not complete.'

type Gate = (result: DecodedResult, job: GatedJob) => GateRefusal

const gates: Record<string, Gate> = {
  'cut-out': ofPictures((input, result, { isTransparent = true }) =>
    gateCutOut(input, result, isTransparent),
  ),
  'erase-fill': ofPictures((input, result, { hole }) =>
    gateEraseFill(input, result, hole ?? new Uint8Array()),
  ),
  'expand-photo': ofPictures((input, result, { margins }) =>
    gateExpandPhoto(input, result, margins ?? { left: 0, right: 0, top: 0, bottom: 0 }),
  ),
  upscale: ofPictures((input, result) => gateUpscale(input, result)),
  vectorise: ofPictures((input, result, { coarseness }) =>
    gateVectorise(input, result, coarseness ?? { speckle: 0, detail: 8 }),
  ),
  'find-objects': ({ picture, objects }, job) =>
    picture && objects && job.picture
      ? gateFindObjects(job.picture, picture, objects, job.labels ?? [])
      : INCOMPLETE,
  'read-text': ({ text, words }, { picture }) =>
    text !== undefined && words && picture ? gateReadText({ text, words }, picture) : INCOMPLETE,
  transcribe: ({ text, subtitles }, { seconds = 0 }) =>
    text !== undefined && subtitles ? gateTranscribe({ text, subtitles }, seconds) : INCOMPLETE,
  speak: ({ sound }, { spoken }) => (sound && spoken ? gateSpeak(sound, spoken) : INCOMPLETE),
  'story-teller': ({ text }, { beginning = '' }) =>
    text === undefined ? INCOMPLETE : gateStoryTeller(text, beginning),
}

/** What is wrong with a result by itself, as a sentence, or null. Apps without a gate pass. */
export function gateResult(app: string, result: DecodedResult, job: GatedJob): GateRefusal {
  const gate = Object.hasOwn(gates, app) ? gates[app] : undefined
  return gate ? gate(result, job) : null
}

function ofPictures(gate: (input: Picture, result: Picture, job: GatedJob) => GateRefusal): Gate {
  return ({ picture }, job) => (picture && job.picture ? gate(job.picture, picture, job) : INCOMPLETE)
}
