import { CHANNELS, type Picture, type Region } from './picture.ts'

/** Colours are averaged over squares of this side. */
const SIDE = 16

/**
 * How similar the colors of two pictures of the same size are, in decibels, ignoring details. Structural similarity hardly notices when a
 * smooth sky has another color.
 */
export function blockPsnr(one: Picture, other: Picture, region: Region = () => true): number {
  const across = Math.ceil(one.width / SIDE)
  const blocks = across * Math.ceil(one.height / SIDE)
  const sums = new Float64Array(blocks * CHANNELS)
  const counts = new Float64Array(blocks)
  for (let pixel = 0; pixel < one.width * one.height; pixel += 1) {
    if (!region(pixel)) continue
    const block =
      Math.floor(Math.floor(pixel / one.width) / SIDE) * across + Math.floor((pixel % one.width) / SIDE)
    counts[block]! += 1
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const at = pixel * CHANNELS + channel
      sums[block * CHANNELS + channel]! += one.data[at]! - other.data[at]!
    }
  }
  let [squares, count] = [0, 0]
  for (let block = 0; block < blocks; block += 1) {
    if (counts[block] === 0) continue
    for (let channel = 0; channel < CHANNELS; channel += 1)
      squares += (sums[block * CHANNELS + channel]! / counts[block]!) ** 2
    // Alpha of an opaque picture never differs, so it is no fourth of the mean.
    count += CHANNELS - 1
  }
  return squares === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * count) / squares)
}
