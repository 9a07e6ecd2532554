import { blockPsnr } from '../measures/block-psnr.ts'
import { greatestDifference, type Picture, type Region } from '../measures/picture.ts'
import { distanceOfPsnr, psnr } from '../measures/psnr.ts'
import { ssim } from '../measures/ssim.ts'
import { byLikeness, type Compared, EQUAL, worseOf } from './compared.ts'

const COLORS = [0, 1, 2]
const ALPHA = [3]

/** Colours and transparency by their noise, each by itself: that of an opaque picture would hide half of the other. */
export function byColorsAndAlpha(
  one: Picture,
  other: Picture,
  limits: { same: number; wrong: number },
  region?: Region,
): Compared {
  const of = (channels: readonly number[]) => byNoise(psnr(one, other, { channels, region }), limits)
  return worseOf(of(COLORS), of(ALPHA))
}

/** By structure, and by colours without details. */
export function byStructureAndColor(
  one: Picture,
  other: Picture,
  limits: { same: number; wrong: number; sameColor: number; wrongColor: number },
  region?: Region,
): Compared {
  const likeness = ssim(one, other, region)
  const colors = byNoise(blockPsnr(one, other, region), { same: limits.sameColor, wrong: limits.wrongColor })
  return worseOf({ comparison: byLikeness(likeness, limits), distance: 1 - likeness }, colors)
}

/** Judges a signal-to-noise ratio. */
export function byNoise(decibels: number, limits: { same: number; wrong: number }): Compared {
  return { comparison: byLikeness(decibels, limits), distance: distanceOfPsnr(decibels) }
}

/** What an app must not change. A decoder of another version may be off by a level, which is unclear and no more. */
export function exactly(one: Picture, other: Picture, region: Region): Compared {
  const levels = greatestDifference(one, other, region)
  if (levels === 0) return EQUAL
  return { comparison: levels <= 1 ? 'unclear' : 'wrong', distance: levels / 255 }
}
