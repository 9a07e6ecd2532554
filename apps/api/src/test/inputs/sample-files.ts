import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture with detail everywhere, so that a decoder that skips parts is noticed. */
export function drawing({ width = 320, height = 240, alpha = false } = {}): Sharp {
  const channels = alpha ? 4 : 3
  const pixels = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      pixels[at] = (x * 255) / width
      pixels[at + 1] = (y * 255) / height
      pixels[at + 2] = (x * y * 7) % 256
      if (alpha) pixels[at + 3] = x < width / 2 ? 0 : 255
    }
  }
  return sharp(pixels, { raw: { width, height, channels } })
}

/** A square of random pixels, which can't be compressed. */
export function noise(side: number): Sharp {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
}

/** A PNG from its chunks: `[type, content]`, with correct checksums. */
export function pngOf(...chunks: [type: string, content: Buffer][]): Buffer {
  const parts = chunks.map(([type, content]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    return Buffer.concat([uint32(content.length), body, uint32(crc32(body))])
  })
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

export function pngHeader(width: number, height: number, { bits = 8, colour = 0 } = {}): [string, Buffer] {
  return ['IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([bits, colour, 0, 0, 0])])]
}

/** Black, one bit per pixel: tiny as a file, and a byte per pixel once it is decoded. */
export function flatPng(width: number, height: number, ...extra: [string, Buffer][]): Buffer {
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return pngOf(
    pngHeader(width, height, { bits: 1 }),
    ...extra,
    ['IDAT', deflateSync(lines)],
    ['IEND', Buffer.alloc(0)],
  )
}

/** A RIFF file from its chunks, for WebP and WAV. */
export function riffOf(form: string, ...chunks: [type: string, content: Buffer][]): Buffer {
  const parts = chunks.map(([type, content]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), size, content, Buffer.alloc(content.length % 2)])
  })
  const body = Buffer.concat([Buffer.from(form, 'latin1'), ...parts])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body])
}

export interface WavOptions {
  tag?: number
  channels?: number
  rate?: number
  bits?: number
  seconds?: number
  before?: [string, Buffer][]
  after?: [string, Buffer][]
}

/** A WAV file, valid if its options are. */
export function wavOf(options: WavOptions = {}): Buffer {
  const { tag = 1, channels = 1, rate = 8000, bits = 16, seconds = 0.5, before = [], after = [] } = options
  const frameBytes = (channels * bits) / 8
  const format = Buffer.alloc(16)
  format.writeUInt16LE(tag, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * frameBytes, 8)
  format.writeUInt16LE(frameBytes, 12)
  format.writeUInt16LE(bits, 14)
  const data = Buffer.alloc(Math.round((rate || 8000) * seconds) * frameBytes, 'sound')
  return riffOf('WAVE', ...before, ['fmt ', format], ['data', data], ...after)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
