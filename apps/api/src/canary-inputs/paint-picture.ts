import type { Sharp } from 'sharp'
import type { Chance } from './chance.ts'

export interface Size {
  width: number
  height: number
}

/** A part of a drawing, in the drawing's own units. */
export interface Crop extends Size {
  x: number
  y: number
}

/** A part with the shape of the whole and this share of its sides. */
export function cropOf({ width, height }: Size, share: number, chance: Chance): Crop {
  const left = 1 - share
  return {
    x: chance.number(0, left) * width,
    y: chance.number(0, left) * height,
    width: width * share,
    height: height * share,
  }
}

/** The flaws that cameras and copies leave in a picture, at most: blur in pixels, grain in levels. */
interface Wear {
  blurMax: number
  grainMax: number
}

const WORN: Wear = { blurMax: 1, grainMax: 14 }
/** Less than this isn't visible. */
const BLUR_MIN = 0.5

/** Paints a part of a drawing as a photograph, so that it isn't flat art. */
export async function paintPicture(
  svg: string,
  crop: Crop,
  size: Size,
  chance: Chance,
  { blurMax, grainMax }: Wear = WORN,
): Promise<Buffer> {
  const blur = chance.number(0, blurMax)
  const painted = (await paint(svg, crop, size)).removeAlpha()
  const pixels = await (blur > BLUR_MIN ? painted.blur(blur) : painted).raw().toBuffer()
  return asPhotograph(pixels, size, chance, grainMax)
}

/** Paints a part of a drawing as it is. */
export async function paintPlainly(svg: string, crop: Crop, size: Size): Promise<Buffer> {
  return asUploaded((await paint(svg, crop, size)).removeAlpha())
}

/** Adds grain of at most this many levels to RGB pixels; compresses some pictures too, as most are on their way. */
export async function asPhotograph(
  pixels: Buffer,
  size: Size,
  chance: Chance,
  grainMax: number,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  addGrain(pixels, size, chance, grainMax)
  const plain = sharp(pixels, { raw: { ...size, channels: 3 } })
  const quality = chance.integer(82, 96)
  return asUploaded(chance.isTrue(0.6) ? sharp(await plain.jpeg({ quality }).toBuffer()) : plain)
}

/** A PNG encoded like the upload inspector does it, so that its bytes stay the same. */
function asUploaded(picture: Sharp): Promise<Buffer> {
  return picture.toColourspace('srgb').png().toBuffer()
}

async function paint(svg: string, { x, y, width, height }: Crop, size: Size): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${x} ${y} ${width} ${height}" preserveAspectRatio="none">${svg}</svg>`
  return sharp(Buffer.from(whole))
}

/** Noise, light that falls from one side, and a cast of color. */
function addGrain(pixels: Buffer, { width, height }: Size, chance: Chance, most: number): void {
  const levels = chance.number(most / 2, most)
  const [slopeX, slopeY] = [chance.number(-0.2, 0.2), chance.number(-0.2, 0.2)]
  const cast = [chance.number(-8, 8), chance.number(-8, 8), chance.number(-8, 8)]
  const noise = chance.bytes(width * height * 2)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const across = (pixel % width) / width - 0.5
    const down = Math.floor(pixel / width) / height - 0.5
    const light = 1 + slopeX * across + slopeY * down
    // The sum of two random numbers is in the middle more often than at the ends, as noise is.
    const grain = ((noise[pixel * 2]! + noise[pixel * 2 + 1]!) / 255 - 1) * levels
    for (let channel = 0; channel < 3; channel += 1) {
      const at = pixel * 3 + channel
      pixels[at] = Math.max(0, Math.min(255, Math.round(pixels[at]! * light + cast[channel]! + grain)))
    }
  }
}
