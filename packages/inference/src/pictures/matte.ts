import type { Pixels } from './pixels.ts'
import { boxMean, type Plane, plane, resample, sampler } from './plane.ts'

/** How far the mask's edges may move to meet the picture's, as a fraction of its longer side. */
const EDGE_REACH = 1 / 160
/** How far away the colours of subject and background are sampled, as a fraction of the longer side. */
const COLOR_REACH = 1 / 40
/** Differences of brightness below the square root of this are not edges. */
const FLATNESS = 2e-4
/** Alpha at or below `black` becomes 0, at or above `white` 1. */
const LEVELS = { black: 0.06, white: 0.94 }

/**
 * Turns a coarse mask into the alpha of the picture itself, in place. A guided filter moves the edges of the mask to those of
 * the picture; where subject and background mix, the background's share of the colour is removed, so that no halo stays.
 * Everything is computed on `small` and interpolated at full size.
 */
export function matte(full: Pixels, small: Pixels, mask: Plane): void {
  const { width, height } = small
  const light = plane(width, height)
  for (let at = 0; at < light.values.length; at += 1) light.values[at] = lightAt(small.data, at * 4)
  const longer = Math.max(width, height)
  const lines = guide(light, resample(mask, width, height), Math.max(2, Math.round(longer * EDGE_REACH)))
  const alpha = plane(width, height)
  for (let at = 0; at < alpha.values.length; at += 1)
    alpha.values[at] = level(lines.slope.values[at]! * light.values[at]! + lines.offset.values[at]!)
  const colors = mixedColors(small, alpha, Math.max(3, Math.round(longer * COLOR_REACH)))
  apply(full, lines, colors)
}

/** A guided filter (He, Sun and Tang): around each pixel, alpha as a linear function of brightness. */
function guide(light: Plane, mask: Plane, radius: number) {
  const mean = boxMean(light, radius)
  const meanMask = boxMean(mask, radius)
  const meanBoth = boxMean(product(light, mask), radius)
  const meanSquare = boxMean(product(light, light), radius)
  const slope = plane(light.width, light.height)
  const offset = plane(light.width, light.height)
  for (let at = 0; at < slope.values.length; at += 1) {
    const variance = meanSquare.values[at]! - mean.values[at]! ** 2
    const covariance = meanBoth.values[at]! - mean.values[at]! * meanMask.values[at]!
    slope.values[at] = covariance / (variance + FLATNESS)
    offset.values[at] = meanMask.values[at]! - slope.values[at]! * mean.values[at]!
  }
  return { slope: boxMean(slope, radius), offset: boxMean(offset, radius) }
}

/** The mean colours of subject and background around each pixel, for red, green and blue. */
function mixedColors(small: Pixels, alpha: Plane, radius: number) {
  const { width, height } = small
  const weightOf = {
    subject: alpha,
    background: plane(
      width,
      height,
      alpha.values.map((value) => 1 - value),
    ),
  }
  const around = (weights: Plane) => {
    const meanWeight = boxMean(weights, radius)
    return [0, 1, 2].map((channel) => {
      const weighted = plane(width, height)
      for (let at = 0; at < weighted.values.length; at += 1)
        weighted.values[at] = small.data[at * 4 + channel]! * weights.values[at]!
      const mean = boxMean(weighted, radius)
      for (let at = 0; at < mean.values.length; at += 1)
        mean.values[at] = mean.values[at]! / Math.max(1e-4, meanWeight.values[at]!)
      return mean
    })
  }
  return { subject: around(weightOf.subject), background: around(weightOf.background) }
}

function apply(full: Pixels, lines: ReturnType<typeof guide>, colors: ReturnType<typeof mixedColors>): void {
  const { data, width, height } = full
  const rowsOf = (source: Plane) => sampler(source, width, height)
  const slopeAt = rowsOf(lines.slope)
  const offsetAt = rowsOf(lines.offset)
  const subjectAt = colors.subject.map(rowsOf)
  const backgroundAt = colors.background.map(rowsOf)
  const alpha = new Float32Array(width)
  for (let y = 0; y < height; y += 1) {
    const line = data.subarray(y * width * 4, (y + 1) * width * 4)
    if (alphaOf(line, slopeAt(y), offsetAt(y), alpha))
      for (let channel = 0; channel < 3; channel += 1)
        unmix(line, channel, alpha, subjectAt[channel]!(y), backgroundAt[channel]!(y))
    cut(line, alpha)
  }
}

/** Writes the alpha of a line, and returns whether subject and background mix anywhere on it. */
function alphaOf(line: Buffer, slope: Float32Array, offset: Float32Array, alpha: Float32Array): boolean {
  let mixed = false
  for (let x = 0; x < alpha.length; x += 1) {
    const value = level(slope[x]! * lightAt(line, x * 4) + offset[x]!)
    alpha[x] = value
    mixed ||= value > 0 && value < 1
  }
  return mixed
}

/** Estimates the subject's own color (Germer et al.): the mean around it, corrected by what the pixel shows. */
function unmix(
  line: Buffer,
  channel: number,
  alpha: Float32Array,
  subject: Float32Array,
  background: Float32Array,
): void {
  for (let x = 0; x < alpha.length; x += 1) {
    const share = alpha[x]!
    if (share === 0 || share === 1) continue
    const front = subject[x]!
    const unexplained = line[x * 4 + channel]! - share * front - (1 - share) * background[x]!
    line[x * 4 + channel] = byte(front + share * unexplained)
  }
}

function cut(line: Buffer, alpha: Float32Array): void {
  for (let x = 0; x < alpha.length; x += 1) {
    const pixel = x * 4
    line[pixel + 3] = byte(line[pixel + 3]! * alpha[x]!)
    // The removed background must not be recoverable by dropping alpha, and it would not compress.
    if (line[pixel + 3] === 0) line[pixel] = line[pixel + 1] = line[pixel + 2] = 0
  }
}

function product(a: Plane, b: Plane): Plane {
  return plane(
    a.width,
    a.height,
    a.values.map((value, at) => value * b.values[at]!),
  )
}

function lightAt(data: Buffer, pixel: number): number {
  return (0.299 * data[pixel]! + 0.587 * data[pixel + 1]! + 0.114 * data[pixel + 2]!) / 255
}

function level(value: number): number {
  return Math.max(0, Math.min(1, (value - LEVELS.black) / (LEVELS.white - LEVELS.black)))
}

function byte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
