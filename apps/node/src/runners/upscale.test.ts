import sharp from 'sharp'
import { expect, test } from 'vitest'
import { psnr, rgbOf, ssim } from '../test/compare-pictures.ts'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

const [WIDTH, HEIGHT] = [400, 256]
const rings = Array.from({ length: 9 }, (_, at) => `<circle cx="90" cy="110" r="${10 + at * 9}"/>`).join('')
const rays = Array.from(
  { length: 12 },
  (_, at) => `<path d="M${190 + at * 17} 20 L${230 + at * 14} 130"/>`,
).join('')
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="400" height="256" fill="#f3ead8"/>
  <g fill="none" stroke="#22303c" stroke-width="3">${rings}${rays}</g>
  <path d="M200 240 L260 150 L320 240Z" fill="#b23a48"/><circle cx="355" cy="195" r="38" fill="#2a6f97"/>
  <path d="M330 195 H380 M355 170 V220" stroke="#fff" stroke-width="6"/><rect x="20" y="205" width="160" height="36" fill="#386641"/>
  <path d="M28 213 h144 M28 223 h144 M28 233 h144" stroke="#f2e8cf" stroke-width="3"/></svg>`
const truth = await rgbOf(drawing)
const small = await sharp(Buffer.from(drawing)).resize({ width: 200, kernel: 'cubic' }).png().toBuffer()
const { outputs, stages } = await run('upscale', small)
const result = await rgbOf(pathOf(outputs[0]))

test('restores a downscaled picture better than interpolation does', async () => {
  expect(await sharp(pathOf(outputs[0])).metadata()).toMatchObject({
    width: WIDTH,
    height: HEIGHT,
    channels: 3,
  })
  const cubic = await rgbOf(await sharp(small).resize({ width: WIDTH, kernel: 'cubic' }).png().toBuffer())
  expect(psnr(result, truth)).toBeGreaterThan(psnr(cubic, truth) + 2)
  expect(ssim(result, truth, WIDTH)).toBeGreaterThan(ssim(cubic, truth, WIDTH) + 0.01)
})

test('keeps the colours', () => {
  const colorAt = (x: number, y: number) => [...result.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)]
  for (const [x, y, color] of [
    [190, 190, [0xf3, 0xea, 0xd8]],
    [260, 215, [0xb2, 0x3a, 0x48]],
  ] as const)
    for (const [channel, value] of colorAt(x, y).entries())
      expect(Math.abs(value - color[channel]!)).toBeLessThan(8)
})

test('leaves no seam where two tiles meet', () => {
  expect(stages.filter((stage) => stage.startsWith('Tile'))).toEqual(['Tile 1 of 2', 'Tile 2 of 2'])
  // How wrong the step from one column to the next is, over its whole height.
  const wrongAt = (x: number) => {
    let sum = 0
    for (let y = 0; y < HEIGHT; y += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * WIDTH + x) * 3 + channel
        sum += Math.abs(result[at]! - result[at - 3]! - (truth[at]! - truth[at - 3]!))
      }
    return sum
  }
  const others = Array.from({ length: 80 }, (_, at) => wrongAt(at < 40 ? 160 + at : 161 + at)).sort(
    (a, b) => a - b,
  )
  expect(wrongAt(WIDTH / 2)).toBeLessThan(others[70]!)
})

test('keeps transparency in a picture of any size', { timeout: 120_000 }, async () => {
  const dot =
    '<svg xmlns="http://www.w3.org/2000/svg" width="31" height="17"><circle cx="15" cy="8" r="7" fill="#c33"/></svg>'
  const { outputs } = await run('upscale', dot)

  const { data, info } = await sharp(pathOf(outputs[0])).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 62, height: 34, channels: 4 })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
  expect([alphaAt(30, 16), alphaAt(2, 2)]).toEqual([255, 0])
})

test('a picture that is too large is refused with the limit', async () => {
  const large = await sharp({ create: { width: 769, height: 10, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
  await expect(run('upscale', large)).rejects.toMatchObject({
    reason: 'input_unreadable',
    message: expect.stringContaining('768 a side is the most'),
    final: true,
  })
})
