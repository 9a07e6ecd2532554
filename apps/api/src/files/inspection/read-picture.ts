import { inflateSync } from 'node:zlib'
import { corrupt } from '../file-rules.ts'

/** What a picture's container says, read before any decoder opens it. */
export interface Picture {
  width: number
  height: number
  animated: boolean
  lossless: boolean
  /** It contains nothing but the picture: no texts, locations, previews or further files. */
  clean: boolean
}

export type PictureFormat = 'png' | 'jpeg' | 'webp'

export function readPicture(format: PictureFormat, bytes: Buffer): Picture {
  try {
    const picture = readers[format](bytes)
    if (picture.width > 0 && picture.height > 0) return picture
  } catch (error) {
    // Reading past the end means that the file is truncated.
    if (!(error instanceof RangeError)) throw error
  }
  throw corrupt()
}

const readers: Record<PictureFormat, (bytes: Buffer) => Picture> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
}

/** More than any color profile or caption needs. Anything that unpacks to more is a decompression bomb. */
const PACKED_BYTES_MAX = 4 * 1024 * 1024

/** The chunks that belong to the picture, and how many bytes each may have. */
const pngParts: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
}

function readPng(bytes: Buffer): Picture {
  let animated = false
  let clean = true
  const seen = new Set<string>()
  for (let at = 8; !seen.has('IEND'); ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (seen.size === 0 && type !== 'IHDR') throw corrupt()
    if (at + 12 + length > bytes.length) throw corrupt()
    if (['zTXt', 'iTXt', 'iCCP'].includes(type)) {
      refusePackedBomb(type, bytes.subarray(at + 8, at + 8 + length))
    }
    if (['acTL', 'fcTL', 'fdAT'].includes(type)) animated = true
    if (length > (pngParts[type] ?? -1) || (seen.has(type) && type !== 'IDAT')) clean = false
    seen.add(type)
    at += 12 + length
    if (type === 'IEND' && at !== bytes.length) clean = false
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), animated, lossless: true, clean }
}

function refusePackedBomb(type: string, content: Buffer): void {
  let packedAt = content.indexOf(0) + 2
  if (type === 'iTXt') {
    if (content[packedAt - 1] !== 1) return
    packedAt = content.indexOf(0, content.indexOf(0, packedAt + 1) + 1) + 1
  }
  try {
    inflateSync(content.subarray(packedAt), { maxOutputLength: PACKED_BYTES_MAX })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw corrupt(error)
    // Texts that cannot be unpacked are removed together with all others.
  }
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** The markers that start a frame and contain its size. The three numbers in between mean something else. */
const startsOfFrame = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
/** The markers that belong to the picture: tables, restart interval, scans and frames. */
const jpegParts = new Set([0xc4, 0xdb, 0xdd, START_OF_SCAN, ...startsOfFrame])

function readJpeg(bytes: Buffer): Picture {
  let size: { width: number; height: number } | undefined
  let clean = true
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw corrupt()
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === END_OF_IMAGE) {
      if (!size) throw corrupt()
      return { ...size, animated: false, lossless: false, clean: clean && at + 2 === bytes.length }
    }
    const length = bytes.readUInt16BE(at + 2)
    if (startsOfFrame.has(marker)) {
      if (size) throw corrupt()
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (!jpegParts.has(marker) && !isPlainHeader(marker, length, bytes, at)) clean = false
    at += 2 + length
    if (marker === START_OF_SCAN) at = endOfScan(bytes, at)
  }
}

/** JFIF without a preview, or the colour transform as Adobe writes it. */
function isPlainHeader(marker: number, length: number, bytes: Buffer, at: number): boolean {
  const name = bytes.toString('latin1', at + 4, at + 9)
  return (
    (marker === 0xe0 && length === 16 && name === 'JFIF\0') ||
    (marker === 0xee && length === 14 && name === 'Adobe')
  )
}

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw corrupt()
}

const webpParts = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']

function readWebp(bytes: Buffer): Picture {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw corrupt()
  const types: string[] = []
  let size: { width: number; height: number } | undefined
  for (let at = 12; at < end; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    size ??= webpSize(type, bytes, at + 8)
    types.push(type)
    at += 8 + length + (length % 2)
    if (at > end + 1) throw corrupt()
  }
  if (!size) throw corrupt()
  return {
    ...size,
    animated: types.includes('ANIM') || types.includes('ANMF'),
    lossless: types.includes('VP8L'),
    clean:
      end === bytes.length &&
      types.every((type) => webpParts.includes(type)) &&
      new Set(types).size === types.length,
  }
}

function webpSize(type: string, bytes: Buffer, at: number): { width: number; height: number } | undefined {
  if (type === 'VP8X')
    return { width: bytes.readUIntLE(at + 4, 3) + 1, height: bytes.readUIntLE(at + 7, 3) + 1 }
  if (type === 'VP8 ') {
    return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff }
  }
  if (type !== 'VP8L') return undefined
  const packed = bytes.readUInt32LE(at + 1)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}
