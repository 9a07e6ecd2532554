import sharp from 'sharp'
import type { Picture } from '../measures/picture.ts'

/** A picture with slopes, edges and fine texture, the same each time. */
export function testPicture(width = 160, height = 120, seed = 1): Picture {
  const random = numbersFrom(seed)
  const data = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const isDisc = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2
    const texture = (random() - 0.5) * 30
    const colors = isDisc
      ? [220 - x / 2, 60 + y / 2, 80]
      : [40 + x / 2, 90 + y / 3, 60 + 50 * Math.sin(x / 9) * Math.cos(y / 7)]
    data.set([...colors.map((level) => byte(level + texture)), 255], pixel * 4)
  }
  return { data, width, height }
}

/** Changes every channel by up to this many levels, as another processor might; alpha too, if asked for. */
export function withNoise(picture: Picture, levels: number, { seed = 7, alpha = false } = {}): Picture {
  const random = numbersFrom(seed)
  const data = picture.data.map((value, at) =>
    at % 4 === 3 && !alpha ? value : byte(value + (random() * 2 - 1) * levels),
  )
  return { ...picture, data }
}

/** Changes some pixels of a picture. */
export function painted(
  picture: Picture,
  isPainted: (x: number, y: number) => boolean,
  color: readonly number[],
): Picture {
  const data = picture.data.slice()
  for (let pixel = 0; pixel < picture.width * picture.height; pixel += 1)
    if (isPainted(pixel % picture.width, Math.floor(pixel / picture.width))) data.set(color, pixel * 4)
  return { ...picture, data }
}

export async function asJpeg(picture: Picture, quality: number): Promise<Picture> {
  return decode(await opened(picture).jpeg({ quality }).toBuffer())
}

export async function resized(
  picture: Picture,
  width: number,
  height: number,
  kernel: 'nearest' | 'cubic' | 'lanczos3' | 'linear' = 'lanczos3',
): Promise<Picture> {
  return decode(await opened(picture).resize({ width, height, kernel, fit: 'fill' }).png().toBuffer())
}

export async function blurred(picture: Picture, sigma: number): Promise<Picture> {
  return decode(await opened(picture).blur(sigma).png().toBuffer())
}

/** Paints an SVG. */
export async function paintedSvg(svg: string): Promise<Picture> {
  return decode(await sharp(Buffer.from(svg)).png().toBuffer())
}

async function decode(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function opened({ data, width, height }: Picture) {
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** Numbers from 0 to below 1 (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function byte(level: number): number {
  return Math.max(0, Math.min(255, Math.round(level)))
}
