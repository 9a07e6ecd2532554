interface Size {
  width: number
  height: number
}

/** The chunks of a still picture. `ANIM` and `ANMF`, of which there may be thousands, aren't among them. */
const STILL_PARTS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'EXIF', 'XMP ']

/**
 * The larger of the sizes that a still WebP claims in its headers: the canvas's and the picture's. Undefined if the bytes aren't WebP or
 * contain no picture.
 */
export function webpSize(base64: string): Size | undefined {
  const bytes = bytesOf(base64)
  if (!bytes || tagAt(bytes, 0) !== 'RIFF' || tagAt(bytes, 8) !== 'WEBP') return undefined
  let size: Size | undefined
  let hasPicture = false
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const tag = tagAt(bytes, at)
    const length = bytes.getUint32(at + 4, true)
    if (!STILL_PARTS.includes(tag)) return undefined
    const part = sizeIn(tag, bytes, at + 8)
    if (part === 'cut') return undefined
    if (part)
      size = {
        width: Math.max(part.width, size?.width ?? 0),
        height: Math.max(part.height, size?.height ?? 0),
      }
    hasPicture ||= tag === 'VP8 ' || tag === 'VP8L'
    at += 8 + length + (length % 2)
  }
  return hasPicture ? size : undefined
}

function sizeIn(tag: string, bytes: DataView, at: number): Size | 'cut' | undefined {
  if (tag !== 'VP8 ' && tag !== 'VP8L' && tag !== 'VP8X') return undefined
  if (at + 10 > bytes.byteLength) return 'cut'
  const short = (from: number) => bytes.getUint16(from, true)
  if (tag === 'VP8 ') return { width: short(at + 6) & 0x3fff, height: short(at + 8) & 0x3fff }
  if (tag === 'VP8X') {
    const three = (from: number) => short(from) | (bytes.getUint8(from + 2) << 16)
    return { width: three(at + 4) + 1, height: three(at + 7) + 1 }
  }
  const packed = bytes.getUint32(at + 1, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

function tagAt(bytes: DataView, at: number): string {
  if (at + 4 > bytes.byteLength) return ''
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => bytes.getUint8(at + place)))
}

function bytesOf(base64: string): DataView | undefined {
  try {
    return new DataView(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer)
  } catch {
    return undefined
  }
}
