import { logMelDistance, type Sound } from '../measures/log-mel.ts'
import { byDistance, type Compared, DIFFERENT, type PlatformPair, worseOf } from './compared.ts'
import { thresholds } from './thresholds.ts'

/** The distance is in decibels of the log-mel spectrum. */
export function compareSpeak(
  one: Sound,
  other: Sound,
  platforms: PlatformPair,
  limits = thresholds.speak,
): Compared {
  if (one.rate !== other.rate || one.samples.length === 0 || other.samples.length === 0) return DIFFERENT
  const longer = Math.max(one.samples.length, other.samples.length)
  const apart = Math.abs(one.samples.length - other.samples.length) / longer
  const length = byDistance(apart, { same: limits.sameLength, wrong: limits.wrongLength })
  const decibels = logMelDistance(one, other)
  const same = platforms === 'same_class' ? limits.same : limits.sameAcross
  return worseOf(
    { comparison: byDistance(decibels, { ...limits, same }), distance: decibels },
    { comparison: length, distance: decibels },
  )
}
