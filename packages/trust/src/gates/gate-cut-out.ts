import { CHANNELS, greatestDifference, isSameSize, type Picture, type Region } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

/** `isTransparent`: whether the background was to be transparent; otherwise nothing shows which colours are the subject's. */
export function gateCutOut(
  input: Picture,
  result: Picture,
  isTransparent: boolean,
  limits = gateLimits,
): GateRefusal {
  if (!isSameSize(input, result)) return OTHER_SIZE
  if (!isTransparent) return null
  const isOpaque: Region = (pixel) => result.data[pixel * CHANNELS + 3] === 255
  return greatestDifference(input, result, isOpaque) > limits.decodeLevels
    ? 'The subject has other colours than in the picture.'
    : null
}
