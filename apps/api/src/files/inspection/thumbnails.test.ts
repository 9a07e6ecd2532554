import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawing } from '../../test/inputs/sample-files.ts'
import { inspectOutput } from './inspect-file.ts'

const thumbnailsOf = async (bytes: Buffer, kind: 'image' | 'svg' = 'image') =>
  (await inspectOutput(bytes, kind)).thumbnails!

test.for([
  [
    'wide',
    1600,
    400,
    [
      [320, 80],
      [640, 160],
    ],
  ],
  [
    'tall',
    400,
    1600,
    [
      [80, 320],
      [160, 640],
    ],
  ],
  [
    'small',
    100,
    60,
    [
      [100, 60],
      [100, 60],
    ],
  ],
  [
    'one pixel high',
    2000,
    1,
    [
      [320, 1],
      [640, 1],
    ],
  ],
  [
    'a single pixel',
    1,
    1,
    [
      [1, 1],
      [1, 1],
    ],
  ],
] as const)('the thumbnails of a picture (%s) are never larger than it', async ([, width, height, sizes]) => {
  const { files } = await thumbnailsOf(await drawing({ width, height }).png().toBuffer())
  expect(files.map(({ size, format }) => `${size} ${format}`)).toEqual([
    '320 avif',
    '320 webp',
    '640 avif',
    '640 webp',
  ])
  const shown = await Promise.all(
    files.filter(({ format }) => format === 'webp').map(({ bytes }) => sharp(bytes).metadata()),
  )
  expect(shown.map((one) => [one.width, one.height])).toEqual(sizes)
  for (const { bytes, format } of files)
    if (format === 'avif') expect(bytes.toString('latin1', 4, 12)).toBe('ftypavif')
})

test('thumbnails have the same colours in the same places, and keep transparency', async () => {
  const { files } = await thumbnailsOf(
    await drawing({ width: 800, height: 600, alpha: true }).png().toBuffer(),
  )
  const small = files.find(({ size, format }) => size === 320 && format === 'webp')!
  const { data, info } = await sharp(small.bytes).raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ]
  expect(pixel(10, 120)[3]).toBe(0)
  const [red, green, , alpha] = pixel(310, 120)
  expect(alpha).toBe(255)
  expect(red).toBeGreaterThan(220)
  expect(green).toBeGreaterThan(100)
  expect(green).toBeLessThan(155)
})

test.for([true, false])('a placeholder is a picture of at most 400 characters (alpha %s)', async (alpha) => {
  const { placeholder } = await thumbnailsOf(
    await drawing({ width: 1024, height: 1024, alpha }).png().toBuffer(),
  )
  expect(placeholder.length).toBeLessThanOrEqual(400)
  const [head, data] = placeholder.split(',')
  expect(head).toBe('data:image/webp;base64')
  expect(await sharp(Buffer.from(data!, 'base64')).metadata()).toMatchObject({ format: 'webp' })
})

test('renders a drawing for its thumbnails', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500"><rect width="500" height="500" fill="#ff0000"/></svg>'
  const { files } = await thumbnailsOf(Buffer.from(svg), 'svg')
  const small = files.find(({ size, format }) => size === 320 && format === 'webp')!
  const { data, info } = await sharp(small.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([320, 160])
  expect(data[0]).toBeGreaterThan(240)
  expect(data.at(-1)).toBe(0)
})

test('makes the thumbnails of a picture of 1024 by 1024 pixels in less than 0.4 s of CPU time', async () => {
  const picture = await sharp({
    create: {
      width: 1024,
      height: 1024,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer()
  await thumbnailsOf(picture)
  const costs: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    await thumbnailsOf(picture)
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000)
  }
  expect(Math.min(...costs)).toBeLessThan(400)
})
