import type { DecodedResult } from '../comparators/compare-results.ts'
import type { Picture } from '../measures/picture.ts'
import { gateCutOut } from './gate-cut-out.ts'
import { gateEraseFill } from './gate-erase-fill.ts'
import { gateExpandPhoto, type Margins } from './gate-expand-photo.ts'
import { gateFindObjects } from './gate-find-objects.ts'
import { gateReadText } from './gate-read-text.ts'
import type { GateRefusal } from './gate-refusal.ts'
import { gateSpeak } from './gate-speak.ts'
import { gateStoryTeller } from './gate-story-teller.ts'
import { gateTranscribe } from './gate-transcribe.ts'
import { gateUpscale } from './gate-upscale.ts'
import { type Coarseness, gateVectorise } from './gate-vectorise.ts'
import { isOtherInput, type SourceInput } from './is-other-input.ts'
import { isReduced } from './is-reduced.ts'

/** The parts of an order that the app's gate needs. For vectorise, the picture has 256 pixels on its longer side, like its result. */
export interface GatedJob extends SourceInput {
  /** Of cut-out. */
  isTransparent?: boolean
  /** Of erase-fill: 1 for each pixel that was painted over. */
  hole?: Uint8Array
  /** Of expand-photo. */
  margins?: Margins
  /** Of vectorise. */
  coarseness?: Coarseness
  /** Of find-objects: all that there are. */
  labels?: readonly string[]
  /** Of transcribe: how long the sound is. */
  seconds?: number
  /** Of story-teller. */
  beginning?: string
  /** The input for which the node submitted the same picture, drawing or sound before. */
  earlier?: SourceInput
  /** The file of the whole picture would be larger than the network takes, so it may have fewer pixels. */
  mayBeSmaller?: boolean
}

const NO_MARGINS: Margins = { left: 0, right: 0, top: 0, bottom: 0 }

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
    gateExpandPhoto(input, result, margins ?? NO_MARGINS),
  ),
  upscale: ofPictures((input, result) => gateUpscale(input, result)),
  vectorise: ofPictures((input, result, { coarseness }) =>
    gateVectorise(input, result, coarseness ?? { speckle: 0, detail: 8, isTextured: false }),
  ),
  'find-objects': ({ picture, objects }, job) =>
    objects
      ? ofPictures((input, result) => gateFindObjects(input, result, objects, job.labels ?? []))(
          { picture },
          job,
        )
      : INCOMPLETE,
  'read-text': ({ text, words }, { picture }) =>
    text !== undefined && words && picture ? gateReadText({ text, words }, picture) : INCOMPLETE,
  transcribe: ({ text, subtitles }, { seconds = 0 }) =>
    text !== undefined && subtitles ? gateTranscribe({ text, subtitles }, seconds) : INCOMPLETE,
  speak: ({ sound }, { spoken }) => (sound && spoken ? gateSpeak(sound, spoken) : INCOMPLETE),
  'story-teller': ({ text }, { beginning = '' }) =>
    text === undefined ? INCOMPLETE : gateStoryTeller(text, beginning),
}

export function hasGate(app: string): boolean {
  return Object.hasOwn(gates, app)
}

/** What is wrong with a result by itself, as a sentence, or null. Apps without a gate pass. */
export function gateResult(app: string, result: DecodedResult, job: GatedJob): GateRefusal {
  if (!hasGate(app)) return null
  if (job.earlier && isOtherInput(job, job.earlier)) return 'The same was submitted before for another input.'
  return gates[app]!(result, job)
}

function ofPictures(gate: (input: Picture, result: Picture, job: GatedJob) => GateRefusal): Gate {
  return ({ picture }, job) => {
    if (!picture || !job.picture) return INCOMPLETE
    const { left, right, top, bottom } = job.margins ?? NO_MARGINS
    const implied = { width: job.picture.width + left + right, height: job.picture.height + top + bottom }
    if (job.mayBeSmaller && isReduced(picture, implied)) return null
    return gate(job.picture, picture, job)
  }
}
