import { grown, isSameSize, type Picture } from '../measures/picture.ts'
import { type Compared, DIFFERENT, worseOf } from './compared.ts'
import { byColorsAndAlpha, exactly } from './picture-likeness.ts'
import { thresholds } from './thresholds.ts'

/** `hole`: 1 for each pixel that was painted over. */
export function compareEraseFill(
  one: Picture,
  other: Picture,
  hole: Uint8Array,
  limits = thresholds['erase-fill'],
): Compared {
  if (!isSameSize(one, other) || hole.length !== one.width * one.height) return DIFFERENT
  const filled = grown(hole, one.width, one.height, limits.seamPixels)
  const inside = byColorsAndAlpha(one, other, limits, (pixel) => filled[pixel] === 1)
  return worseOf(
    inside,
    exactly(one, other, (pixel) => filled[pixel] === 0),
  )
}
