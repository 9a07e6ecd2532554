import { characterErrorRate } from '../measures/character-error-rate.ts'
import { byDistance, type Compared, type PlatformPair, worseOf } from './compared.ts'
import type { Subtitle, Transcript } from './read-subtitles.ts'
import { thresholds } from './thresholds.ts'

export function compareTranscribe(
  one: Transcript,
  other: Transcript,
  platforms: PlatformPair,
  limits = thresholds.transcribe,
): Compared {
  const rate = characterErrorRate(one.text, other.text, limits.wrong)
  const same = platforms === 'same_class' ? limits.same : limits.sameAcross
  const text = { comparison: byDistance(rate, { ...limits, same }), distance: rate }
  return hasSameMarks(one.subtitles, other.subtitles, limits.markSeconds)
    ? text
    : worseOf(text, { comparison: 'unclear', distance: rate })
}

/** Whether every mark of either has one of the other nearby: one of them may split a sentence in two. */
function hasSameMarks(one: readonly Subtitle[], other: readonly Subtitle[], apart: number): boolean {
  const marksOf = (subtitles: readonly Subtitle[]) => subtitles.flatMap(({ start, end }) => [start, end])
  const [fewer, more] = [marksOf(one), marksOf(other)].toSorted((a, b) => a.length - b.length) as [
    number[],
    number[],
  ]
  if (fewer.length === 0) return more.length === 0
  return fewer.every((mark) => more.some((another) => Math.abs(another - mark) <= apart + 1e-9))
}
