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
