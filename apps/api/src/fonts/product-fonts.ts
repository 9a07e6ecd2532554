import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)

export interface ProductFont {
  fontfile: string
  /** The drawing library's name for the font at this size. The comma ends the name; without it, part of it is read as a style. */
  font: (size: number) => string
}

export interface ProductFonts {
  sans: ProductFont
  mono: ProductFont
}

let unpacked: Promise<ProductFonts> | undefined

/** The product's fonts as files for the drawing library, which cannot read WOFF. */
export function productFonts(): Promise<ProductFonts> {
  unpacked ??= unpackFonts()
  return unpacked
}

async function unpackFonts(): Promise<ProductFonts> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const unpack = async (woff: string, family: string): Promise<ProductFont> => {
    const fontfile = join(folder, `${family}.ttf`)
    await writeFile(fontfile, sfntFromWoff(await readFile(woff)))
    return { fontfile, font: (size) => `${family}, ${size}` }
  }
  return {
    sans: await unpack(
      require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff'),
      'Source Sans 3 SemiBold',
    ),
    mono: await unpack(
      require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff'),
      'IBM Plex Mono',
    ),
  }
}

const HEADER_BYTES = 12
const ENTRY_BYTES = 16

/** WOFF 1.0 is an OpenType file whose tables are packed one by one. */
function sfntFromWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20
    const [offset, packedBytes, bytes] = [4, 8, 12].map((place) => woff.readUInt32BE(at + place))
    const packed = woff.subarray(offset, offset! + packedBytes!)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      data: packedBytes === bytes ? packed : inflateSync(packed),
    }
  })
  const header = Buffer.alloc(HEADER_BYTES)
  woff.copy(header, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** power * ENTRY_BYTES, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((count - 2 ** power) * ENTRY_BYTES, 10)

  let offset = HEADER_BYTES + count * ENTRY_BYTES
  const entries = tables.map(({ tag, checksum, data }) => {
    const place = Buffer.alloc(8)
    place.writeUInt32BE(offset, 0)
    place.writeUInt32BE(data.length, 4)
    offset += aligned(data.length)
    return Buffer.concat([tag, checksum, place])
  })
  const padded = tables.map(({ data }) =>
    Buffer.concat([data, Buffer.alloc(aligned(data.length) - data.length)]),
  )
  return Buffer.concat([header, ...entries, ...padded])
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}
