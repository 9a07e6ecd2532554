import sharp from 'sharp'

/** Three bytes a pixel of a drawing, of a file's bytes or of the file at a path. */
export function rgbOf(picture: string | Buffer): Promise<Buffer> {
  const source = typeof picture === 'string' && picture.startsWith('<') ? Buffer.from(picture) : picture
  return sharp(source).removeAlpha().toColourspace('srgb').raw().toBuffer()
}

/** How alike two pictures are, in decibels, over the pixels that count. */
export function psnr(
  one: Uint8Array,
  other: Uint8Array,
  counts: (pixel: number) => boolean = () => true,
): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < one.length; at += 1) {
    if (!counts(Math.floor(at / 3))) continue
    sum += (one[at]! - other[at]!) ** 2
    count += 1
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

/** The structural similarity of two pictures, 1 where they are the same: the mean over squares of eight pixels, in green. */
export function ssim(one: Uint8Array, other: Uint8Array, width: number): number {
  const SIDE = 8
  const height = one.length / 3 / width
  let sum = 0
  let count = 0
  for (let top = 0; top + SIDE <= height; top += SIDE / 2)
    for (let left = 0; left + SIDE <= width; left += SIDE / 2) {
      sum += likeness(
        Array.from({ length: SIDE ** 2 }, (_, index) => {
          const at = ((top + Math.floor(index / SIDE)) * width + left + (index % SIDE)) * 3 + 1
          return [one[at]!, other[at]!]
        }),
      )
      count += 1
    }
  return sum / count
}

function likeness(pairs: [number, number][]): number {
  const mean = (value: (pair: [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length
  const [meanA, meanB] = [mean(([a]) => a), mean(([, b]) => b)]
  const [varianceA, varianceB] = [mean(([a]) => (a - meanA) ** 2), mean(([, b]) => (b - meanB) ** 2)]
  const covariance = mean(([a, b]) => (a - meanA) * (b - meanB))
  const [light, contrast] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  return (
    ((2 * meanA * meanB + light) * (2 * covariance + contrast)) /
    ((meanA ** 2 + meanB ** 2 + light) * (varianceA + varianceB + contrast))
  )
}
