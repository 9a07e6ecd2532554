import { isSameSize, type Picture } from '../measures/picture.ts'
import { type Compared, DIFFERENT } from './compared.ts'
import { byStructureAndColor } from './picture-likeness.ts'
import { thresholds } from './thresholds.ts'

/** Both drawings, painted at 512 pixels on their longer side. */
export function compareVectorise(one: Picture, other: Picture, limits = thresholds.vectorise): Compared {
  return isSameSize(one, other) ? byStructureAndColor(one, other, limits) : DIFFERENT
}
