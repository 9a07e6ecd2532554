import sharp from 'sharp'

interface Photograph {
  /** The colour around a page that is turned. */
  paper: string
  /** In degrees. */
  slant: number
  noise: number
  random: () => number
  /** How much light falls on a place, from 0 to 1. */
  light: (x: number, y: number, page: { width: number; height: number }) => number
}

/** A page as a bad photograph shows it: turned, unevenly lit, with noise and what JPEG does. */
export async function photograph(
  svg: string,
  { paper, slant, noise, random, light }: Photograph,
): Promise<Buffer> {
  const turned = sharp(Buffer.from(svg)).rotate(slant, { background: paper }).blur(0.7).removeAlpha()
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const lit = light(x, y, info)
      const grain = (random() + random() + random() - 1.5) * noise
      for (let channel = 0; channel < channels; channel += 1) {
        const at = (y * width + x) * channels + channel
        data[at] = Math.max(0, Math.min(255, data[at]! * lit + grain))
      }
    }
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 60 }).toBuffer()
}
