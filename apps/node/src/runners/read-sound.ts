import { readFile } from 'node:fs/promises'
import { resampled } from '@infra/inference/sound/resample'
import { monoSamples, parseWav, WavError } from '@infra/inference/sound/wav'
import { JobFailure } from './runner.ts'

/** Reads a WAV file as one channel at the wanted rate. A file that cannot be read is a final failure: no other node could read it either. */
export async function readSound(path: string | undefined, rate: number): Promise<Float32Array> {
  if (!path) throw unreadable('The job names no sound.')
  const file = await readFile(path)
  try {
    const wav = parseWav(file)
    return resampled(monoSamples(wav), wav.format.rate, rate)
  } catch (error) {
    throw error instanceof WavError ? unreadable(error.message, error) : error
  }
}

function unreadable(sentence: string, cause?: unknown): JobFailure {
  return new JobFailure('input_unreadable', sentence, { final: true, cause })
}
