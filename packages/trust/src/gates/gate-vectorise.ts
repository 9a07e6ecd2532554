import { blockPsnr } from '../measures/block-psnr.ts'
import { isSameSize, type Picture } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

/** Picture and drawing at 256 pixels on their longer side, both on white; the picture in black and white where that was ordered. */
export function gateVectorise(
  input: Picture,
  painted: Picture,
  { speckle, detail }: { speckle: number; detail: number },
  limits = gateLimits,
): GateRefusal {
  if (!isSameSize(input, painted)) return OTHER_SIZE
  if (speckle > limits.vectoriseSpeckleMax || detail < limits.vectoriseDetailMin) return null
  return blockPsnr(input, painted) < limits.vectoriseDecibels ? 'The drawing is not like its picture.' : null
}
