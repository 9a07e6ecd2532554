import { CHANNELS, type Picture, type Region } from './picture.ts'

/** Statistics are taken over squares of this side, which overlap by half. */
const SIDE = 8
const STEP = SIDE / 2
/** The constants of Wang et al. for 8 bits: they keep flat squares from dividing by nothing. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/**
 * The structural similarity of two pictures of one size, from -1 to 1: the mean over red, green and blue of all squares in which a
 * pixel of the region lies. Transparent pixels are compared on white.
 */
export function ssim(one: Picture, other: Picture, region: Region = () => true): number {
  const { width, height } = one
  const planes = [0, 1, 2].map((channel) => [onWhite(one, channel), onWhite(other, channel)] as const)
  let [sum, count] = [0, 0]
  for (let top = 0; top === 0 || top + SIDE <= height; top += STEP)
    for (let left = 0; left === 0 || left + SIDE <= width; left += STEP) {
      const square = { left, top, right: Math.min(width, left + SIDE), bottom: Math.min(height, top + SIDE) }
      if (!touches(square, width, region)) continue
      for (const [here, there] of planes) sum += similarity(here, there, square, width)
      count += planes.length
    }
  return count === 0 ? 1 : sum / count
}

interface Square {
  left: number
  top: number
  right: number
  bottom: number
}

function touches({ left, top, right, bottom }: Square, width: number, region: Region): boolean {
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if (region(y * width + x)) return true
  return false
}

function similarity(
  one: Float64Array,
  other: Float64Array,
  { left, top, right, bottom }: Square,
  width: number,
): number {
  let [sumOne, sumOther, squareOne, squareOther, product] = [0, 0, 0, 0, 0]
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const a = one[y * width + x]!
      const b = other[y * width + x]!
      sumOne += a
      sumOther += b
      squareOne += a * a
      squareOther += b * b
      product += a * b
    }
  const count = (right - left) * (bottom - top)
  const meanOne = sumOne / count
  const meanOther = sumOther / count
  const varianceOne = squareOne / count - meanOne * meanOne
  const varianceOther = squareOther / count - meanOther * meanOther
  const covariance = product / count - meanOne * meanOther
  return (
    ((2 * meanOne * meanOther + C1) * (2 * covariance + C2)) /
    ((meanOne * meanOne + meanOther * meanOther + C1) * (varianceOne + varianceOther + C2))
  )
}

function onWhite({ data, width, height }: Picture, channel: number): Float64Array {
  return Float64Array.from({ length: width * height }, (_, pixel) => {
    const alpha = data[pixel * CHANNELS + 3]! / 255
    return data[pixel * CHANNELS + channel]! * alpha + 255 * (1 - alpha)
  })
}
