import { readFile } from 'node:fs/promises'
import {
  type ComparedJob,
  compareResults,
  type DecodedResult,
} from '@infra/trust/comparators/compare-results'
import { type Compared, DIFFERENT, type PlatformPair } from '@infra/trust/comparators/compared'
import { readSubtitles } from '@infra/trust/comparators/read-subtitles'
import { decodeHole, decodePicture } from './decode-picture.ts'
import { decodeResult, type FetchedInput, type FetchedResult, sizeOf } from './gate-files.ts'

/** Two results of one job. */
export interface CompareTask extends FetchedInput {
  compare: string
  one: FetchedResult
  other: FetchedResult
  platforms: PlatformPair
}

/** The longer side, in pixels, at which drawings are compared. */
const COMPARED_SIDE = 512

/** Compares two results by the measure of their app. It opens files of strangers, so only the inspector may call it. */
export async function compareFiles(task: CompareTask): Promise<Compared> {
  const { compare, one, other } = task
  const job = await decodeJob(task)
  return compareResults(compare, await decode(task, one), await decode(task, other), job) ?? DIFFERENT
}

async function decode({ files }: CompareTask, result: FetchedResult): Promise<DecodedResult> {
  const subtitles = readSubtitles(result.texts.srt ?? '')
  return { ...(await decodeResult({ files, ...result }, COMPARED_SIDE)), ...(subtitles && { subtitles }) }
}

async function decodeJob({ compare, input, files, platforms }: CompareTask): Promise<ComparedJob> {
  const job: ComparedJob = { platforms }
  const { image, mask } = files
  if (image && mask) job.hole = await decodeHole(await readFile(mask.path), sizeOf(image))
  if (compare === 'expand-photo' && image) {
    // As nodes see it: a picture's metadata may say to rotate it.
    const { width, height } = await decodePicture(await readFile(image.path))
    job.original = { left: Number(input.left ?? 0), top: Number(input.top ?? 0), width, height }
  }
  if (compare === 'find-objects') job.scoreMin = Number(input.score ?? 0)
  return job
}
