import { sentencesOf, spokenText } from '@infra/inference/sound/spoken-text'
import { openVoice } from '@infra/inference/sound/voice'
import { encodeWav } from '@infra/inference/sound/wav'
import { JobFailure, type Runner } from './runner.ts'

const BETWEEN_SENTENCES_SECONDS = 0.25
/** The loudest sample, of full scale. */
const PEAK = 0.9
/** Samples quieter than this are the silence around a sentence. */
const SILENCE = 0.01
const EDGE_SECONDS = 0.05

/** Speaks a text, sentence by sentence. */
export const speak: Runner = async ({ input, weights, threads, progress }) => {
  progress(0.02, 'Reading the text')
  const sentences = sentencesOf(spokenText(String(input.text ?? '')))
  if (sentences.length === 0)
    throw new JobFailure('input_unreadable', 'There is nothing in the text that an English voice can say.', {
      final: true,
    })
  progress(0.05, 'Loading the voice')
  const voice = await openVoice(String(input.voice ?? 'fast'), Number(input.speed ?? 1), {
    dittli: weights['dittli-en']!,
    kokoro: weights.kokoro!,
    threads,
  })

  const pause = new Float32Array(Math.round(BETWEEN_SENTENCES_SECONDS * voice.rate))
  const parts: Float32Array[] = []
  for (const [at, sentence] of sentences.entries()) {
    progress(0.1 + (0.85 * at) / sentences.length, `Saying sentence ${at + 1} of ${sentences.length}`)
    if (at > 0) parts.push(pause)
    parts.push(trimmed(await voice.say(sentence), voice.rate))
  }

  progress(0.97, 'Writing the sound')
  return [{ name: 'speech', kind: 'audio', bytes: encodeWav(normalised(parts), voice.rate) }]
}

function trimmed(samples: Float32Array, rate: number): Float32Array {
  const edge = Math.round(EDGE_SECONDS * rate)
  const isLoud = (sample: number) => Math.abs(sample) > SILENCE
  const [first, last] = [samples.findIndex(isLoud), samples.findLastIndex(isLoud)]
  if (first === -1) return new Float32Array()
  return samples.slice(Math.max(0, first - edge), last + edge)
}

function normalised(parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  let peak = 0
  for (const sample of whole) peak = Math.max(peak, Math.abs(sample))
  return peak === 0 ? whole : whole.map((sample) => (sample * PEAK) / peak)
}
