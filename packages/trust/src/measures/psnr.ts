import { CHANNELS, type Picture, type Region } from './picture.ts'

export interface PsnrOptions {
  /** Of red, green, blue and alpha. */
  channels?: readonly number[]
  region?: Region | undefined
  /** Differences up to this many levels count as none. */
  tolerance?: number
}

/** The peak signal-to-noise ratio of two pictures of one size, in decibels; infinite where they are equal. */
export function psnr(
  one: Picture,
  other: Picture,
  { channels = [0, 1, 2, 3], region = () => true, tolerance = 0 }: PsnrOptions = {},
): number {
  let [squares, count] = [0, 0]
  for (let pixel = 0; pixel < one.width * one.height; pixel += 1) {
    if (!region(pixel)) continue
    for (const channel of channels) {
      const at = pixel * CHANNELS + channel
      const difference = Math.abs(one.data[at]! - other.data[at]!)
      if (difference > tolerance) squares += difference * difference
      count += 1
    }
  }
  return squares === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * count) / squares)
}

/** The same as a distance from 0 to 1: the root of the mean square, of full scale. */
export function distanceOfPsnr(decibels: number): number {
  return 10 ** (-decibels / 20)
}
