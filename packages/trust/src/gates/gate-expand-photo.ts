import {
  CHANNELS,
  greatestDifference,
  isSameSize,
  type Picture,
  type Placed,
  within,
} from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

export interface Margins {
  left: number
  right: number
  top: number
  bottom: number
}

export function gateExpandPhoto(
  input: Picture,
  result: Picture,
  { left, right, top, bottom }: Margins,
  limits = gateLimits,
): GateRefusal {
  const width = input.width + left + right
  const height = input.height + top + bottom
  if (!isSameSize(result, { ...result, width, height })) return OTHER_SIZE
  const old = crop(result, { left, top, width: input.width, height: input.height })
  return greatestDifference(input, old, () => true) > limits.decodeLevels
    ? 'The picture itself was changed.'
    : null
}

function crop(picture: Picture, part: Placed): Picture {
  const isInPart = within(part, picture.width)
  const data = new Uint8Array(part.width * part.height * CHANNELS)
  let to = 0
  for (let pixel = 0; pixel < picture.width * picture.height; pixel += 1) {
    if (!isInPart(pixel)) continue
    data.set(picture.data.subarray(pixel * CHANNELS, (pixel + 1) * CHANNELS), to)
    to += CHANNELS
  }
  return { data, width: part.width, height: part.height }
}
