import { UPLOAD_PIXELS_MAX } from '@infra/protocol/files'
import sharp, { type Sharp } from 'sharp'
import { corrupt, mismatch, refuseManyPixels, thumbnailFormats, thumbnailSizes } from '../file-rules.ts'
import { type Picture, type PictureFormat, readPicture } from './read-picture.ts'

// Strangers' files meet these four decoders and no other of the dozens that the library knows.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// No picture is opened twice. One core each: there are as many inspectors as may work at once.
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

/** Base64 and the head of a data URL included. */
const PLACEHOLDER_CHARACTERS_MAX = 400

export interface KeptPicture {
  bytes: Buffer
  mime: string
  width: number
  height: number
}

export interface Thumbnails {
  files: { size: number; format: string; bytes: Buffer }[]
  placeholder: string
}

/** Written anew from its pixels alone: upright, in sRGB of 8 bits, without a word about who took it and where. */
export async function rewritePicture(format: PictureFormat, bytes: Buffer): Promise<KeptPicture> {
  return rewrite(bytes, readStill(format, bytes))
}

/** As it is, where it is nothing but a picture; then the hash that its maker took of it stays true. */
export async function keepOrRewritePicture(format: PictureFormat, bytes: Buffer): Promise<KeptPicture> {
  const picture = readStill(format, bytes)
  const { space, depth } = await decoding(() => open(bytes).metadata())
  const plain = depth === 'uchar' && (space === 'srgb' || space === 'b-w')
  if (!picture.clean || !plain) return rewrite(bytes, picture)
  return { bytes, mime: `image/${format}`, width: picture.width, height: picture.height }
}

/**
 * Smaller pictures of one that is kept. All of it is decoded on the way, and the slightest trouble with that refuses it:
 * this is also how bytes that are kept as they are get verified.
 */
export async function makeThumbnails({ bytes, mime, width, height }: KeptPicture): Promise<Thumbnails> {
  const whole = open(bytes, 'warning')
  // Taking a part first, though it be the whole, keeps the decoder from skipping what the smaller picture can spare.
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

function rewrite(bytes: Buffer, { lossless }: Picture): Promise<KeptPicture> {
  return decoding(async () => {
    const { hasAlpha } = await open(bytes).metadata()
    const upright = open(bytes).autoOrient().toColourspace('srgb')
    const asPng = lossless || hasAlpha
    // Ten times the memory is what optimised coding would take, for a file that is a seventh smaller.
    const written = asPng ? upright.png() : upright.jpeg({ quality: JPEG_QUALITY, optimiseCoding: false })
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    return { bytes: data, mime: asPng ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
  })
}

/** A camera's small sins are forgiven where the picture is written anew. */
function open(bytes: Buffer, failOn: 'error' | 'warning' = 'error'): Sharp {
  return sharp(bytes, { failOn, limitInputPixels: UPLOAD_PIXELS_MAX }).timeout({ seconds: SECONDS_MAX })
}

function shrink(picture: Sharp, size: number): Sharp {
  return picture.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
}

/** Whatever a decoder has to complain about, it is the file's fault. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw corrupt(cause)
  }
}
