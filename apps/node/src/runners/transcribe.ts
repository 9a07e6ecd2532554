import { readSound } from './read-sound.ts'
import type { Runner } from './runner.ts'
import { openWhisper } from './whisper.ts'
import { RATE, WINDOW_SECONDS } from './whisper-mel.ts'

/** Windows in which no moment is louder than this, of full scale, are silence: -50 dB. */
const LOUD = 0.003
const MOMENT_SECONDS = 0.05
/** Too short for a word; Whisper would make one up. */
const REST_SECONDS_MIN = 0.4
/** What Whisper writes where it hears no speech and is not sure of its words is made up. */
const NO_SPEECH_MIN = 0.6
const SURE_MIN = -1

interface Segment {
  start: number
  end: number
  text: string
}

/** Writes down what is said, window by window. */
export const transcribe: Runner = async ({ input, files, weights, threads, progress, text }) => {
  progress(0.02, 'Reading the sound')
  const samples = await readSound(files.audio, RATE)
  const seconds = samples.length / RATE
  progress(0.05, 'Loading the model')
  const whisper = await openWhisper(weights[`whisper-${input.model ?? 'base'}`]!, threads)

  const segments: Segment[] = []
  for (let at = 0; seconds - at > REST_SECONDS_MIN || at === 0; ) {
    progress(0.1 + (0.88 * at) / seconds, `Listening, ${clock(at)} of ${clock(seconds)}`)
    const window = samples.subarray(at * RATE, (at + WINDOW_SECONDS) * RATE)
    let next = at + WINDOW_SECONDS
    if (isLoud(window)) {
      const heard = await whisper.listen(window)
      const isSpeech = heard.noSpeech < NO_SPEECH_MIN || heard.logProbability > SURE_MIN
      for (const { start, end, text: words } of isSpeech ? heard.segments : []) {
        const until = Math.min(at + end, seconds)
        // Nothing was said of which the loudest moment is silence.
        if (!words || !isLoud(samples.subarray((at + start) * RATE, until * RATE))) continue
        text(segments.length === 0 ? words : ` ${words}`)
        segments.push({ start: at + start, end: until, text: words })
      }
      next = at + (heard.heardUntil ?? WINDOW_SECONDS)
    }
    at = Math.round(next * RATE) / RATE
  }
  progress(0.99, 'Writing it down')
  return [
    { name: 'text', kind: 'text', text: segments.map((segment) => segment.text).join(' ') },
    { name: 'srt', kind: 'text', text: segments.map(subtitle).join('\n') },
  ]
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

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

function subtitle({ start, end, text }: Segment, at: number): string {
  return `${at + 1}\n${timeOf(start)} --> ${timeOf(end)}\n${text}\n`
}

/** 00:01:02,345 */
function timeOf(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23).replace('.', ',')
}
