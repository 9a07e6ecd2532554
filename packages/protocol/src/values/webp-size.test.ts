import { expect, test } from 'vitest'
import { webpSize } from './webp-size.ts'

function webp(...parts: [tag: string, hex: string][]): string {
  const chunks = parts.map(([tag, hex]) => {
    const content = Buffer.from(hex, 'hex')
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(tag), length, content, Buffer.alloc(content.length % 2)])
  })
  return Buffer.concat([Buffer.from('RIFF0000WEBP'), ...chunks]).toString('base64')
}

const LOSSY = '3001009d012a40003000ffff'
const LOSSLESS = '2f3fc00b000000000000'
const CANVAS = '000000003f00002f0000'

test.for([
  ['lossy', [['VP8 ', LOSSY]]],
  ['lossless', [['VP8L', LOSSLESS]]],
  [
    'on a canvas',
    [
      ['VP8X', CANVAS],
      ['ALPH', '00'],
      ['VP8 ', LOSSY],
    ],
  ],
] as [string, [string, string][]][])(
  '[finding S18] reads the size of a picture from its header: %s',
  ([, parts]) => {
    expect(webpSize(webp(...parts))).toEqual({ width: 64, height: 48 })
  },
)

test('[finding S18] takes the larger of the canvas and the picture', () => {
  const wide = '3001009d012aff3fff3fffff'
  expect(webpSize(webp(['VP8X', CANVAS], ['VP8 ', wide]))).toEqual({ width: 16383, height: 16383 })
  expect(webpSize(webp(['VP8X', '00000000feff00feff00'], ['VP8 ', LOSSY]))).toMatchObject({ width: 65535 })
})

test.for([
  ['nothing', ''],
  ['no base64', '<script>'],
  ['another file', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
  ['a sound', Buffer.from('RIFF0000WAVEfmt ').toString('base64')],
  ['a head without a picture', webp(['VP8X', CANVAS])],
  ['moving pictures', webp(['VP8X', CANVAS], ['ANIM', '000000000000'], ['VP8 ', LOSSY])],
  ['a picture cut in its header', webp(['VP8 ', '3001'])],
])('[finding S18] %s has no size', ([, base64]) => {
  expect(webpSize(base64!)).toBeUndefined()
})
