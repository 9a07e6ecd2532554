import { resampled } from '@infra/inference/sound/resample'
import { encodeWav, monoSamples, parseWav } from '@infra/inference/sound/wav'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { CanaryInput } from './canary-input.ts'
import type { Chance } from './chance.ts'
import { findUtterances } from './find-utterances.ts'
import { optionOf } from './option-of.ts'

/** Sample rates of microphones, telephones and programs. */
const RATES = [16_000, 22_050, 24_000, 44_100]

const SECONDS_MAX = 28

/**
 * Sentences from several recordings, cut at their pauses and joined in another order, at another level and rate, with a little hiss. If
 * they were cut within a word, machines would transcribe it differently. Null without speech.
 */
export async function orderRecording(
  app: AppManifest,
  chance: Chance,
  sounds: readonly Buffer[],
): Promise<CanaryInput | null> {
  const rate = chance.pick(RATES)
  const utterances = chance.some(sounds, 4).flatMap((file) => {
    const wav = parseWav(file)
    return findUtterances(monoSamples(wav), wav.format.rate).map((samples) => ({
      samples,
      rate: wav.format.rate,
    }))
  })
  if (utterances.length === 0) return null
  const pieces: Float32Array[] = []
  let seconds = 0
  for (const utterance of chance.some(utterances, chance.integer(2, 5))) {
    const lasts = utterance.samples.length / utterance.rate
    if (pieces.length > 0 && seconds + lasts > SECONDS_MAX) continue
    seconds += lasts
    pieces.push(silence(chance.number(0.25, 0.9), rate), resampled(utterance.samples, utterance.rate, rate))
  }
  pieces.push(silence(chance.number(0.2, 0.8), rate))
  const audio = encodeWav(withLevel(joined(pieces), chance), rate)
  return { input: { model: optionOf(app, 'model', chance) }, files: [{ name: 'audio', bytes: audio }] }
}

function silence(seconds: number, rate: number): Float32Array {
  return new Float32Array(Math.round(seconds * rate))
}

function joined(pieces: Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Scales the loudest sample to between a third of full scale and all of it. The hiss is 50 to 70 decibels below that. */
function withLevel(samples: Float32Array, chance: Chance): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const level = chance.number(0.3, 0.95)
  const hiss = level * 10 ** (chance.number(-70, -50) / 20)
  const noise = chance.bytes(samples.length)
  return samples.map((sample, at) => (sample * level) / peak + hiss * (noise[at]! / 127.5 - 1))
}
