import { greatestDifference, grown, isSameSize, type Picture, type Region } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

/** `hole`: 1 for each pixel that was painted over. */
export function gateEraseFill(
  input: Picture,
  result: Picture,
  hole: Uint8Array,
  limits = gateLimits,
): GateRefusal {
  if (!isSameSize(input, result)) return OTHER_SIZE
  const filled = grown(hole, input.width, input.height, limits.eraseFillSeam)
  const isOutside: Region = (pixel) => filled[pixel] === 0
  return greatestDifference(input, result, isOutside) > limits.decodeLevels
    ? 'The picture was changed outside of what was painted over.'
    : null
}
