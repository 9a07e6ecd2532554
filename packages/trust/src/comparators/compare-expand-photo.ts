import { isSameSize, type Picture, type Placed, within } from '../measures/picture.ts'
import { type Compared, DIFFERENT, worseOf } from './compared.ts'
import { byStructureAndColor, exactly } from './picture-likeness.ts'
import { thresholds } from './thresholds.ts'

/** `original`: where it lies in the expanded picture. */
export function compareExpandPhoto(
  one: Picture,
  other: Picture,
  original: Placed,
  limits = thresholds['expand-photo'],
): Compared {
  if (!isSameSize(one, other)) return DIFFERENT
  const isOld = within(original, one.width)
  return worseOf(
    byStructureAndColor(one, other, limits, (pixel) => !isOld(pixel)),
    exactly(one, other, isOld),
  )
}
