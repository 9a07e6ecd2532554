import { isSameSize, type Picture } from '../measures/picture.ts'
import { type Compared, DIFFERENT } from './compared.ts'
import { byColorsAndAlpha } from './picture-likeness.ts'
import { thresholds } from './thresholds.ts'

export function compareUpscale(one: Picture, other: Picture, limits = thresholds.upscale): Compared {
  return isSameSize(one, other) ? byColorsAndAlpha(one, other, limits) : DIFFERENT
}
