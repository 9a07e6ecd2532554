import { deflateSync, gzipSync } from 'node:zlib'
import type { ErrorCode } from '@infra/protocol/refusal'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  drawing,
  flatPng,
  pngHeader,
  pngOf,
  riffOf,
  type WavOptions,
  wavOf,
} from '../test/inputs/sample-files.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { uploader } from '../test/uploader.ts'
import { inspectUpload } from './inspection/inspect-file.ts'

const { send, fetchBack, expectSendRefused } = uploader(await startTestApi())
const MB = 1_000_000

test('[U01] an empty file is refused', () => expectSendRefused('', { code: 'empty_file' }))

test.for([
  ['[U02] a file of one byte', '\x89', 'a.png'],
  ['[U11] HTML', '<!doctype html><script>alert(1)</script>', 'a.png'],
  ['[U14] SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'A.PNG'],
  ['text as a JPEG', 'fox', 'a.jpeg'],
  ['text as a WAV', 'fox', 'a.wav'],
])('%s is refused even if it is named like an accepted file', async ([, bytes, name]) => {
  await expectSendRefused(Buffer.from(bytes!, 'latin1'), { name, code: 'type_mismatch' })
})

test.for([
  [
    '[U13] SVG with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'a.svg',
  ],
  ['[U28] a ZIP archive', 'PK\x03\x04\x14\0\0\0\x08\0', 'a.zip'],
  ['[U28] a tar archive', `${'a.txt'.padEnd(257, '\0')}ustar\x0000`, 'a.tar'],
  ['[U28] a gzip file', gzipSync(Buffer.alloc(100_000)).toString('latin1'), 'a.gz'],
  ['[U31] text in UTF-16', '\xff\xfef\0o\0x\0', 'a.txt'],
  ['HTML', '<!doctype html><p>', 'a.html'],
  ['a file without an extension', 'fox', 'blob'],
])('%s is refused as an unsupported type', async ([, bytes, name]) => {
  const refusal = { name, status: 415, code: 'unsupported_media_type' } as const
  await expectSendRefused(Buffer.from(bytes!, 'latin1'), refusal)
})

test('accepts a picture under any file name', async () => {
  const bytes = await drawing().jpeg().toBuffer()
  for (const name of ['a.txt', 'a.svg', 'a', '', '../../a.png', 'a.html']) {
    expect(await send(bytes, name)).toMatchObject({ mime: 'image/jpeg' })
  }
})

test('[U16] refuses a small file of 196 megapixels before decompressing it', async () => {
  const bomb = flatPng(14_000, 14_000)
  expect(bomb.length).toBeLessThan(600_000)
  await expectSendRefused(bomb, { code: 'validation_failed' })
  const grown = await memoryGrownBy(bomb)
  expect(grown).toBeLessThan(64 * MB)
})

test('[U16] accepts a picture of 40 megapixels, and refuses one that is a line larger', async () => {
  expect(await send(flatPng(8000, 5000))).toMatchObject({ width: 8000, height: 5000 })
  const problem = await expectSendRefused(flatPng(8000, 5001), { code: 'validation_failed' })
  expect(problem.errors).toEqual([{ pointer: '/file', message: 'must have at most 40 megapixels' }])
})

test.for([
  [
    'a GIF of 10,000 frames',
    Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
      Buffer.alloc(9, ','),
      Buffer.alloc(100_000, '!,'),
    ]),
  ],
  [
    'a WebP of 10,000 frames',
    riffOf(
      'WEBP',
      ['VP8X', Buffer.from([2, 0, 0, 0, 9, 0, 0, 9, 0, 0])],
      ['ANIM', Buffer.alloc(6)],
      ...Array<[string, Buffer]>(10_000).fill(['ANMF', Buffer.alloc(24)]),
    ),
  ],
  [
    'an animated PNG',
    pngOf(
      pngHeader(1, 1),
      ['acTL', Buffer.alloc(8)],
      ['IDAT', deflateSync(Buffer.alloc(2))],
      ['IEND', Buffer.alloc(0)],
    ),
  ],
] as const)('[U17] %s is refused', async ([, bytes]) => {
  await expectSendRefused(bytes, { code: 'type_mismatch' })
})

test.for(['jpeg', 'progressive', 'png', 'webp'] as const)(
  '[U19] refuses a %s that is cut off anywhere as corrupt',
  async (format) => {
    const picture = drawing()
    const whole = await {
      jpeg: () => picture.jpeg(),
      progressive: () => picture.jpeg({ progressive: true }),
      png: () => picture.png(),
      webp: () => picture.webp(),
    }
      [format]()
      .toBuffer()
    const twentieths = Array.from({ length: 19 }, (_, index) => Math.floor((whole.length * (index + 1)) / 20))
    for (const length of [...twentieths, 12, whole.length - 20, whole.length - 1]) {
      await expectSendRefused(whole.subarray(0, length), { code: 'corrupt_file' })
    }
  },
)

test('[U20] converts CMYK and 16-bit pictures to 8-bit sRGB, and refuses TIFF', async () => {
  const cmyk = await send(await drawing().toColourspace('cmyk').jpeg().toBuffer(), 'a.jpg')
  const deep = await send(await drawing().toColourspace('rgb16').png().toBuffer())
  for (const file of [cmyk, deep]) {
    expect(await sharp(await fetchBack(file)).metadata()).toMatchObject({
      space: 'srgb',
      depth: 'uchar',
      channels: 3,
    })
  }
  await expectSendRefused(Buffer.from('II*\0\x08\0\0\0'), {
    name: 'a.tif',
    status: 415,
    code: 'unsupported_media_type',
  })
})

test('[U22] turns a picture upright, and removes its metadata', async () => {
  const described = await drawing({ width: 40, height: 20 })
    .withExif({
      IFD0: { Copyright: 'hush', Artist: 'hush' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">hush</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(described.includes('hush')).toBe(true)

  const file = await send(described, 'a.jpg')
  expect(file).toMatchObject({ width: 20, height: 40 })
  const bytes = await fetchBack(file)
  expect(bytes.includes('hush')).toBe(false)
  expect(bytes.includes('Exif')).toBe(false)
  const { orientation, exif, xmp, icc, iptc } = await sharp(bytes).metadata()
  expect({ orientation, exif, xmp, icc, iptc }).toEqual({})
  // The left edge of what was sent, dark red, is now at the top.
  const [red] = await sharp(bytes).extract({ left: 10, top: 1, width: 1, height: 1 }).raw().toBuffer()
  expect(red).toBeLessThan(30)
})

test.for(['zTXt', 'iTXt', 'iCCP'] as const)(
  '[U23] refuses a %s chunk that decompresses to 60 MB, without using that memory',
  async (type) => {
    const packed = deflateSync(Buffer.alloc(60 * MB))
    const head = type === 'iTXt' ? 'a\0\x01\0\0\0' : 'a\0\0'
    const bomb = flatPng(10, 10, [type, Buffer.concat([Buffer.from(head, 'latin1'), packed])])
    expect(bomb.length).toBeLessThan(100_000)
    await expectSendRefused(bomb, { code: 'corrupt_file' })
    const grown = await memoryGrownBy(bomb)
    expect(grown).toBeLessThan(32 * MB)
  },
)

test('keeps alpha in PNG, and converts opaque WebP to JPEG and lossless WebP to PNG with the same pixels', async () => {
  const glass = await send(await drawing({ alpha: true }).webp().toBuffer(), 'a.webp')
  expect(glass.mime).toBe('image/png')
  expect(await sharp(await fetchBack(glass)).metadata()).toMatchObject({ hasAlpha: true })
  expect(await send(await drawing().webp().toBuffer())).toMatchObject({ mime: 'image/jpeg' })

  const lossless = await send(await drawing().webp({ lossless: true }).toBuffer())
  expect(lossless.mime).toBe('image/png')
  const pixels = await sharp(await fetchBack(lossless))
    .raw()
    .toBuffer()
  expect(pixels.equals(await drawing().raw().toBuffer())).toBe(true)
})

test.for([
  ['a wrong length', (wav: Buffer) => wav.subarray(0, -100)],
  ['an unknown length', (wav: Buffer) => patch(wav, 40, 0xffffffff)],
  ['more samples than the file contains', (wav: Buffer) => patch(wav, 40, 1_000_000)],
  ['half a sample at the end', (wav: Buffer) => patch(patch(wav, 40, 101), 4, 137)],
  ['an inconsistent byte rate', (wav: Buffer) => patch(wav, 28, 7)],
  ['no samples', (wav: Buffer) => riffOf('WAVE', ['fmt ', wav.subarray(20, 36)], ['data', Buffer.alloc(0)])],
  ['no format chunk', () => riffOf('WAVE', ['data', Buffer.alloc(100)])],
  ['no chunks', () => riffOf('WAVE')],
] as const)('[U25] refuses a WAV with %s as corrupt', async ([, break_]) => {
  await expectSendRefused(break_(wavOf()), { name: 'a.wav', code: 'corrupt_file' })
})

test.for([
  ['a sample rate of 0', { rate: 0 }, 'corrupt_file'],
  ['0 channels', { channels: 0 }, 'corrupt_file'],
  ['a sample rate of 384 kHz', { rate: 384_000, seconds: 0.01 }, 'type_mismatch'],
  ['255 channels', { channels: 255, seconds: 0.1 }, 'type_mismatch'],
  ['samples of 12 bits', { bits: 12 }, 'type_mismatch'],
  ['MP3 data', { tag: 85 }, 'type_mismatch'],
] as [string, WavOptions, ErrorCode][])('[U25] refuses a WAV with %s', async ([, options, code]) => {
  await expectSendRefused(wavOf(options), { name: 'a.wav', code })
})

test('keeps the sound of a WAV, and removes its metadata', async () => {
  const chatty = wavOf({ before: [['bext', Buffer.from('hush')]], after: [['LIST', Buffer.from('hush')]] })
  const file = await send(Buffer.concat([chatty, Buffer.from('hush')]), 'a.wav')
  expect(await fetchBack(file)).toEqual(wavOf())
  for (const options of [
    { tag: 3, bits: 32 },
    { bits: 8, rate: 8001, seconds: 1 },
    { rate: 192_000, channels: 8, bits: 24, seconds: 0.1 },
  ]) {
    expect(await fetchBack(await send(wavOf(options), 'a.wav'))).toEqual(wavOf(options))
  }
})

function patch(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(value, at)
  return copy
}

/** Inspects in this process so that the test can measure it; in the product, an inspector does this. */
async function memoryGrownBy(bytes: Buffer): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 2)
  await inspectUpload(bytes, { fileName: 'a.png' }).catch(() => {})
  clearInterval(timer)
  return Math.max(peak, process.memoryUsage.rss()) - before
}
