import { blockPsnr } from '../measures/block-psnr.ts'
import { isSameSize, type Picture } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

/** What may be left out of a drawing. */
export interface Coarseness {
  speckle: number
  detail: number
  /** The picture is tiny, or has more fine texture than shapes: nearly all of it may be left out. */
  isTextured: boolean
}

/** Picture and drawing at 256 pixels on their longer side, both on white; the picture in black and white where that was ordered. */
export function gateVectorise(
  input: Picture,
  painted: Picture,
  { speckle, detail, isTextured }: Coarseness,
  limits = gateLimits,
): GateRefusal {
  if (!isSameSize(input, painted)) return OTHER_SIZE
  if (isTextured || speckle > limits.vectoriseSpeckleMax || detail < limits.vectoriseDetailMin) return null
  const likeness = blockPsnr(input, painted)
  if (likeness < limits.vectoriseDecibels) return 'The drawing is not like its picture.'
  const blank = blockPsnr(input, { ...input, data: new Uint8Array(input.data.length).fill(255) })
  const isJudged = speckle <= limits.blankSpeckleMax && blank < limits.blankDecibels
  return isJudged && likeness < blank + limits.overBlankDecibels
    ? 'The drawing is no more like its picture than a blank one.'
    : null
}
