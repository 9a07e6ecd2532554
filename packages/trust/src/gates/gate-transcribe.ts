import type { Transcript } from '../comparators/read-subtitles.ts'
import { gateLimits } from './gate-limits.ts'
import type { GateRefusal } from './gate-refusal.ts'
import { isSameText } from './is-same-text.ts'

/** `seconds`: how long the sound is. */
export function gateTranscribe(
  { text, subtitles }: Transcript,
  seconds: number,
  limits = gateLimits,
): GateRefusal {
  const isRising = subtitles.every(
    ({ start, end }, at) => end >= start && start >= (subtitles[at - 1]?.start ?? 0),
  )
  if (!isRising) return 'The times of the subtitles do not rise.'
  if (subtitles.some(({ end }) => end > seconds + limits.subtitleSlackSeconds))
    return 'The subtitles go on after the sound has ended.'
  return isSameText(subtitles.map((subtitle) => subtitle.text).join(' '), text)
    ? null
    : 'The subtitles are not the text.'
}
