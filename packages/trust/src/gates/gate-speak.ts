import type { Sound } from '../measures/log-mel.ts'
import { gateLimits } from './gate-limits.ts'
import type { GateRefusal } from './gate-refusal.ts'

export interface SpokenText {
  /** As it is spoken: numbers and abbreviations as words, sentence by sentence. */
  sentences: readonly string[]
  speed: number
}

export function gateSpeak(
  { samples, rate }: Sound,
  { sentences, speed }: SpokenText,
  limits = gateLimits,
): GateRefusal {
  if (!samples.some((sample) => Math.abs(sample) >= limits.speakPeakMin)) return 'The speech is silent.'
  const characters = sentences.reduce((sum, sentence) => sum + sentence.length, 0) / speed
  const seconds = samples.length / rate
  const { least, most } = limits.speakPerSecond
  if (seconds < characters / most) return 'The speech is too short for its text.'
  return seconds > characters / least + sentences.length * limits.speakPauseSeconds
    ? 'The speech is too long for its text.'
    : null
}
