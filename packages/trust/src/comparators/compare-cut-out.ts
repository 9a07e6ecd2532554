import { CHANNELS, isSameSize, type Picture, type Region } from '../measures/picture.ts'
import { psnr } from '../measures/psnr.ts'
import { type Compared, DIFFERENT, worseOf } from './compared.ts'
import { byNoise } from './picture-likeness.ts'
import { thresholds } from './thresholds.ts'

const COLORS = [0, 1, 2]
const ALPHA = [3]

/** Alpha by its noise, and the colours of what is opaque in both. */
export function compareCutOut(one: Picture, other: Picture, limits = thresholds['cut-out']): Compared {
  if (!isSameSize(one, other)) return DIFFERENT
  const alphaAt = ({ data }: Picture, pixel: number) => data[pixel * CHANNELS + 3]!
  const isOpaque: Region = (pixel) => alphaAt(one, pixel) === 255 && alphaAt(other, pixel) === 255
  return worseOf(
    byNoise(psnr(one, other, { channels: ALPHA }), limits),
    byNoise(psnr(one, other, { channels: COLORS, region: isOpaque, tolerance: limits.colorLevels }), limits),
  )
}
