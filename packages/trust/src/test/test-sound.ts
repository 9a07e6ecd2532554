import type { Sound } from '../measures/log-mel.ts'
import { numbersFrom } from './test-picture.ts'

const RATE = 24_000

/** A voice of harmonics whose pitch and loudness change syllable by syllable, as given by the words. */
export function testVoice(
  syllables: readonly number[],
  { hertz = 120, secondsEach = 0.2, rate = RATE } = {},
): Sound {
  const each = Math.round(secondsEach * rate)
  const samples = new Float32Array(each * syllables.length)
  for (let at = 0; at < samples.length; at += 1) {
    const syllable = syllables[Math.floor(at / each)]!
    const part = (at % each) / each
    const seconds = at / rate
    let sum = 0
    for (let harmonic = 1; harmonic <= 20; harmonic += 1) {
      const tone = harmonic * hertz
      // Each syllable has a peak of its own in the spectrum, as a vowel has.
      const loudness = Math.exp(-(((tone - 400 - syllable * 220) / 300) ** 2)) + 0.02
      sum += loudness * Math.sin(2 * Math.PI * tone * seconds)
    }
    samples[at] = 0.2 * sum * Math.sin(Math.PI * part)
  }
  return { samples, rate }
}

export function withHiss({ samples, rate }: Sound, level: number): Sound {
  const random = numbersFrom(11)
  return { samples: samples.map((sample) => sample + (random() * 2 - 1) * level), rate }
}

/** The same sound with a short silence inserted. */
export function withPause({ samples, rate }: Sound, atSeconds: number, seconds: number): Sound {
  const at = Math.round(atSeconds * rate)
  const pause = Math.round(seconds * rate)
  const longer = new Float32Array(samples.length + pause)
  longer.set(samples.subarray(0, at))
  longer.set(samples.subarray(at), at + pause)
  return { samples: longer, rate }
}
