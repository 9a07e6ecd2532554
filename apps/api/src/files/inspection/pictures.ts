import { UPLOAD_PIXELS_MAX } from '@infra/protocol/files'
import sharp, { type Sharp } from 'sharp'
import { corrupt, mismatch, refuseManyPixels, thumbnailFormats, thumbnailSizes } from '../file-rules.ts'
import { type Picture, type PictureFormat, readPicture } from './read-picture.ts'

// Only these four decoders are reachable for uploaded files, of the dozens that the library has.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// No picture is opened twice. One thread each, because there are as many inspectors as may work at once.
sharp.cache(false)
sharp.concurrency(1)

const SECONDS_MAX = 20
const JPEG_QUALITY = 92

/**
 * Chosen by measuring a photograph of 1024 pixels: all four smaller pictures and the placeholder cost 0.17 s of a core.
 * One step more of `effort` takes four times as long and makes AVIF 6 % smaller.
 */
const AVIF = { quality: 55, effort: 0 }
const WEBP = { quality: 78, effort: 2 }

/** Including base64 and the head of a data URL. */
const PLACEHOLDER_CHARACTERS_MAX = 400

export interface StoredPicture {
  bytes: Buffer
  mime: string
  width: number
  height: number
}

export interface Thumbnails {
  files: { size: number; format: string; bytes: Buffer }[]
  placeholder: string
}

/** Encodes the picture again from its pixels: upright, in 8-bit sRGB, without metadata about who took it and where. */
export async function rewritePicture(format: PictureFormat, bytes: Buffer): Promise<StoredPicture> {
  return rewrite(bytes, readStill(format, bytes))
}

/** White where the picture is fully transparent, black elsewhere, because the masks of OpenAI's clients are the inverse of ours. */
export async function maskFromAlpha(format: PictureFormat, bytes: Buffer): Promise<StoredPicture> {
  const { width, height, bytes: upright } = await rewritePicture(format, bytes)
  const alpha = await decoding(() => open(upright).ensureAlpha().extractChannel('alpha').raw().toBuffer())
  if (!alpha.includes(0)) throw mismatch('No part of the mask is transparent.')
  const painted = alpha.map((value) => (value === 0 ? 255 : 0))
  const mask = sharp(painted, { raw: { width, height, channels: 1 } }).toColourspace('srgb')
  return { bytes: await mask.png().toBuffer(), mime: 'image/png', width, height }
}

/** Unchanged if it contains nothing but the picture, so that the hash that the node made of it stays valid. */
export async function keepOrRewritePicture(format: PictureFormat, bytes: Buffer): Promise<StoredPicture> {
  const picture = readStill(format, bytes)
  const { space, depth } = await decoding(() => open(bytes).metadata())
  const plain = depth === 'uchar' && (space === 'srgb' || space === 'b-w')
  if (!picture.clean || !plain) return rewrite(bytes, picture)
  return { bytes, mime: `image/${format}`, width: picture.width, height: picture.height }
}

/**
 * The thumbnails of a picture that will be stored. Decodes all of it, and refuses it at the slightest warning: this is also how a picture
 * that is stored unchanged gets verified.
 */
export async function makeThumbnails({ bytes, mime, width, height }: StoredPicture): Promise<Thumbnails> {
  const whole = open(bytes, 'warning')
  // Extracting the whole area first keeps the decoder from skipping what a thumbnail does not need.
  if (mime !== 'image/svg+xml') whole.extract({ left: 0, top: 0, width, height })
  const { data, info } = await decoding(() =>
    shrink(whole, thumbnailSizes.at(-1)!).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  )
  const small = () => sharp(data, { raw: info })

  const files: Thumbnails['files'] = []
  for (const size of thumbnailSizes) {
    for (const format of thumbnailFormats) {
      const settings = format === 'avif' ? AVIF : WEBP
      files.push({ size, format, bytes: await shrink(small(), size)[format](settings).toBuffer() })
    }
  }
  return { files, placeholder: await makePlaceholder(small) }
}

async function makePlaceholder(small: () => Sharp): Promise<string> {
  for (const size of [16, 12, 8, 4]) {
    const bytes = await shrink(small(), size).webp({ quality: 30, alphaQuality: 30 }).toBuffer()
    const url = `data:image/webp;base64,${bytes.toString('base64')}`
    if (url.length <= PLACEHOLDER_CHARACTERS_MAX) return url
  }
  throw new Error('Four pixels do not fit into the placeholder.')
}

function readStill(format: PictureFormat, bytes: Buffer): Picture {
  const picture = readPicture(format, bytes)
  if (picture.animated) throw mismatch('Moving pictures cannot be used. Send a still one.')
  refuseManyPixels(picture)
  return picture
}

function rewrite(bytes: Buffer, { lossless }: Picture): Promise<StoredPicture> {
  return decoding(async () => {
    const { hasAlpha } = await open(bytes).metadata()
    const upright = open(bytes).autoOrient().toColourspace('srgb')
    const asPng = lossless || hasAlpha
    // Optimized coding would take ten times the memory to make the file a seventh smaller.
    const written = asPng ? upright.png() : upright.jpeg({ quality: JPEG_QUALITY, optimiseCoding: false })
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    return { bytes: data, mime: asPng ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
  })
}

/** Warnings are ignored if the picture is encoded again, because cameras write slightly invalid files. */
function open(bytes: Buffer, failOn: 'error' | 'warning' = 'error'): Sharp {
  return sharp(bytes, { failOn, limitInputPixels: UPLOAD_PIXELS_MAX }).timeout({ seconds: SECONDS_MAX })
}

function shrink(picture: Sharp, size: number): Sharp {
  return picture.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
}

/** Any error of a decoder means that the file is corrupt. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw corrupt(cause)
  }
}
