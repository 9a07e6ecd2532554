import type { Whisper } from './whisper.ts'
import { RATE, WINDOW_SECONDS } from './whisper-mel.ts'

/** A window whose loudest moment is below this share of full scale is silence: -50 dB. */
const LOUD = 0.003
const MOMENT_SECONDS = 0.05
/** A shorter rest contains no word, but Whisper would make one up. */
const REST_SECONDS_MIN = 0.4
/** Whisper makes up words if there is no speech and isn't sure of what it writes. */
const NO_SPEECH_MIN = 0.6
const SURE_MIN = -1

export interface Segment {
  /** In seconds. */
  start: number
  end: number
  text: string
}

/** Transcribes a sound of `RATE` samples per second, window by window. */
export async function transcribeSamples(
  samples: Float32Array,
  whisper: Whisper,
  { onWindow, onSegment }: { onWindow: (atSeconds: number) => void; onSegment: (segment: Segment) => void },
): Promise<void> {
  const seconds = samples.length / RATE
  for (let at = 0; seconds - at > REST_SECONDS_MIN || at === 0; ) {
    onWindow(at)
    const window = samples.subarray(at * RATE, (at + WINDOW_SECONDS) * RATE)
    let next = at + WINDOW_SECONDS
    if (isLoud(window)) {
      const result = await whisper.listen(window)
      const isSpeech = result.noSpeech < NO_SPEECH_MIN || result.logProbability > SURE_MIN
      for (const { start, end, text } of isSpeech ? result.segments : []) {
        const until = Math.min(at + end, seconds)
        // A segment in which even the loudest moment is silent was made up.
        if (!text || !isLoud(samples.subarray((at + start) * RATE, until * RATE))) continue
        onSegment({ start: at + start, end: until, text })
      }
      next = at + (result.transcribedUntil ?? WINDOW_SECONDS)
    }
    at = Math.round(next * RATE) / RATE
  }
}

function isLoud(samples: Float32Array): boolean {
  const length = MOMENT_SECONDS * RATE
  for (let at = 0; at < samples.length; at += length) {
    const moment = samples.subarray(at, at + length)
    let squares = 0
    for (const sample of moment) squares += sample * sample
    if (Math.sqrt(squares / moment.length) > LOUD) return true
  }
  return false
}
