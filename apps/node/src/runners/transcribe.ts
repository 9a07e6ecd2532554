import { type Segment, transcribeSamples } from '@infra/inference/sound/transcribe-samples'
import { openWhisper } from '@infra/inference/sound/whisper'
import { RATE } from '@infra/inference/sound/whisper-mel'
import { readSound } from './read-sound.ts'
import type { Runner } from './runner.ts'

/** Writes down what is said, as text and as subtitles. */
export const transcribe: Runner = async ({ input, files, weights, threads, progress, text }) => {
  progress(0.02, 'Reading the sound')
  const samples = await readSound(files.audio, RATE)
  const seconds = samples.length / RATE
  progress(0.05, 'Loading the model')
  const whisper = await openWhisper({ folder: weights[`whisper-${input.model ?? 'base'}`]!, threads })

  const segments: Segment[] = []
  await transcribeSamples(samples, whisper, {
    onWindow: (at) => progress(0.1 + (0.88 * at) / seconds, `Listening, ${clock(at)} of ${clock(seconds)}`),
    onSegment: (segment) => {
      text(segments.length === 0 ? segment.text : ` ${segment.text}`)
      segments.push(segment)
    },
  })
  progress(0.99, 'Writing it down')
  return [
    { name: 'text', kind: 'text', text: segments.map((segment) => segment.text).join(' ') },
    { name: 'srt', kind: 'text', text: segments.map(subtitle).join('\n') },
  ]
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
