import { type Box, overlapOf } from '../measures/box.ts'
import { byLikeness, type Compared } from './compared.ts'
import { thresholds } from './thresholds.ts'

export interface FoundObject {
  label: string
  score: number
  box: Box
}

/** `scoreMin`: the least certainty that was ordered. What is hardly surer may be found by one machine and not by another. */
export function compareFindObjects(
  one: readonly FoundObject[],
  other: readonly FoundObject[],
  scoreMin: number,
  limits = thresholds['find-objects'],
): Compared {
  const left = [...other]
  const alone: FoundObject[] = []
  let matched = 0
  for (const object of one) {
    const at = left.findIndex(
      ({ label, score, box }) =>
        label === object.label &&
        Math.abs(score - object.score) <= limits.score + 1e-9 &&
        overlapOf(box, object.box) >= limits.boxOverlap,
    )
    if (at === -1) alone.push(object)
    else {
      left.splice(at, 1)
      matched += 1
    }
  }
  const counting = [...alone, ...left].filter(({ score }) => score >= scoreMin + limits.nearThreshold)
  const f1 = matched + counting.length === 0 ? 1 : (2 * matched) / (2 * matched + counting.length)
  return { comparison: byLikeness(f1, limits), distance: 1 - f1 }
}
