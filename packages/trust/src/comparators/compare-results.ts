import type { Sound } from '../measures/log-mel.ts'
import type { Picture, Placed } from '../measures/picture.ts'
import { compareCutOut } from './compare-cut-out.ts'
import { compareEraseFill } from './compare-erase-fill.ts'
import { compareExpandPhoto } from './compare-expand-photo.ts'
import { compareFindObjects, type FoundObject } from './compare-find-objects.ts'
import { compareReadText, type ReadWord } from './compare-read-text.ts'
import { compareSpeak } from './compare-speak.ts'
import { compareStoryTeller } from './compare-story-teller.ts'
import { compareTranscribe } from './compare-transcribe.ts'
import { compareUpscale } from './compare-upscale.ts'
import { compareVectorise } from './compare-vectorise.ts'
import { type Compared, DIFFERENT, type PlatformPair } from './compared.ts'
import type { Subtitle } from './read-subtitles.ts'

/** An app's decoded result. Leaves out what couldn't be read. */
export interface DecodedResult {
  text?: string
  /** Of vectorise: the drawing, painted at 512 pixels on its longer side. */
  picture?: Picture
  sound?: Sound
  words?: readonly ReadWord[]
  objects?: readonly FoundObject[]
  subtitles?: readonly Subtitle[]
}

/** What else is known of the job. */
export interface ComparedJob {
  platforms: PlatformPair
  /** Of erase-fill: 1 for each pixel that was painted over. */
  hole?: Uint8Array
  /** Of expand-photo: where the original lies in the result. */
  original?: Placed
  /** Of find-objects: the least certainty that was ordered. */
  scoreMin?: number
}

type Compare = (one: DecodedResult, other: DecodedResult, job: ComparedJob) => Compared

const comparators: Record<string, Compare> = {
  'story-teller': ({ text: one }, { text: other }) =>
    one !== undefined && other !== undefined ? compareStoryTeller(one, other) : DIFFERENT,
  vectorise: ofPictures((one, other) => compareVectorise(one, other)),
  'read-text': (one, other) => (hasWords(one) && hasWords(other) ? compareReadText(one, other) : DIFFERENT),
  'find-objects': ({ objects: one }, { objects: other }, { scoreMin = 0 }) =>
    one && other ? compareFindObjects(one, other, scoreMin) : DIFFERENT,
  'cut-out': ofPictures((one, other) => compareCutOut(one, other)),
  upscale: ofPictures((one, other) => compareUpscale(one, other)),
  'erase-fill': ofPictures((one, other, { hole }) => (hole ? compareEraseFill(one, other, hole) : DIFFERENT)),
  'expand-photo': ofPictures((one, other, { original }) =>
    original ? compareExpandPhoto(one, other, original) : DIFFERENT,
  ),
  speak: ({ sound: one }, { sound: other }, { platforms }) =>
    one && other ? compareSpeak(one, other, platforms) : DIFFERENT,
  transcribe: (one, other, { platforms }) =>
    hasSubtitles(one) && hasSubtitles(other) ? compareTranscribe(one, other, platforms) : DIFFERENT,
}

/** Whether one result of this app can show that another is wrong. */
export function isComparable(app: string): boolean {
  return Object.hasOwn(comparators, app)
}

/** Compares two results of one job by the measure of its app. Null for apps whose results cannot be compared one by one. */
export function compareResults(
  app: string,
  one: DecodedResult,
  other: DecodedResult,
  job: ComparedJob,
): Compared | null {
  const compare = isComparable(app) ? comparators[app] : undefined
  return compare?.(one, other, job) ?? null
}

function ofPictures(compare: (one: Picture, other: Picture, job: ComparedJob) => Compared): Compare {
  return ({ picture: one }, { picture: other }, job) => (one && other ? compare(one, other, job) : DIFFERENT)
}

function hasWords(result: DecodedResult): result is { text: string; words: readonly ReadWord[] } {
  return result.text !== undefined && result.words !== undefined
}

function hasSubtitles(result: DecodedResult): result is { text: string; subtitles: readonly Subtitle[] } {
  return result.text !== undefined && result.subtitles !== undefined
}
