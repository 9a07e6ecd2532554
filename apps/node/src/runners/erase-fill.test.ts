import { SEAM } from '@infra/inference/pictures/fill-holes'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { psnr, rgbOf } from '../test/compare-pictures.ts'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

const [WIDTH, HEIGHT] = [400, 300]
const drawing = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes}</svg>`
const mask = (shapes: string) => drawing(`<rect width="100%" height="100%"/>${shapes}`)

/** Stripes under a light from the corner. */
const stripes = `<defs>
    <linearGradient id="light" x2="1" y2="1"><stop stop-color="#fff" stop-opacity="0.3"/><stop offset="1" stop-color="#000" stop-opacity="0.4"/></linearGradient>
    <pattern id="stripes" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="40" height="40" fill="#e0d4b8"/><rect width="20" height="40" fill="#40608a"/></pattern>
  </defs><rect width="400" height="300" fill="url(#stripes)"/><rect width="400" height="300" fill="url(#light)"/>`
const scratch = (color: string, width: number) =>
  `<path d="M40 60 C160 120 240 160 360 260" stroke="${color}" stroke-width="${width}" fill="none"/>`

/** Fills the hole without a model: from the nearest kept pixel in each direction, the nearer the more. */
function interpolated(pixels: Buffer, isHole: (x: number, y: number) => boolean): Buffer {
  const filled = Buffer.from(pixels)
  const inside = (x: number, y: number) => x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT
  for (let at = 0; at < filled.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)]
    if (!isHole(x, y)) continue
    const nearest = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].map(([dx, dy]) => {
      let away = 1
      while (isHole(x + dx! * away, y + dy! * away)) away += 1
      return { x: x + dx! * away, y: y + dy! * away, weight: 1 / away }
    })
    const known = nearest.filter((place) => inside(place.x, place.y))
    const weights = known.reduce((sum, { weight }) => sum + weight, 0)
    const sum = known.reduce(
      (sum, place) => sum + place.weight * pixels[(place.y * WIDTH + place.x) * 3 + (at % 3)]!,
      0,
    )
    filled[at] = Math.round(sum / weights)
  }
  return filled
}

const truth = await rgbOf(drawing(stripes))
const scratched = drawing(stripes + scratch('#f0f', 10))
const painted = await rgbOf(mask(scratch('#fff', 16)))
const isPainted = (x: number, y: number) =>
  x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && painted[(y * WIDTH + x) * 3]! > 127
const isPaintedAt = (pixel: number) => isPainted(pixel % WIDTH, Math.floor(pixel / WIDTH))
const erased = await run('erase-fill', { image: scratched, mask: mask(scratch('#fff', 16)) })
const result = await rgbOf(pathOf(erased.outputs[0]))

test('fills in what was behind a scratch better than interpolation does', () => {
  expect(psnr(interpolated(truth, isPainted), truth, isPaintedAt)).toBeLessThan(22)
  expect(psnr(result, truth, isPaintedAt)).toBeGreaterThan(26)
  expect(erased.stages.length).toBeGreaterThanOrEqual(4)
})

test('pixels that were not painted stay as they are, except for a thin seam', async () => {
  const before = await rgbOf(scratched)
  const isNear = (pixel: number) => {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    for (let dy = -SEAM; dy <= SEAM; dy += 1)
      for (let dx = -SEAM; dx <= SEAM; dx += 1) if (isPainted(x + dx, y + dy)) return true
    return false
  }
  const changed = Array.from(result, (value, at) => (value === before[at] ? -1 : Math.floor(at / 3))).filter(
    (pixel) => pixel >= 0,
  )
  expect(changed.filter((pixel) => !isNear(pixel))).toEqual([])
  expect(changed.length).toBeGreaterThan(1000)
  expect(psnr(result, before, (pixel) => isNear(pixel) && !isPaintedAt(pixel))).toBeGreaterThan(30)
})

test('fills a large picture hole by hole, with a mask of another size', { timeout: 240_000 }, async () => {
  const dots = (color: string) =>
    `<circle cx="80" cy="80" r="4" fill="${color}"/><circle cx="330" cy="230" r="5" fill="${color}"/>`
  const large = await sharp(Buffer.from(drawing(stripes + dots('#f0f'))), { density: 720 })
    .jpeg()
    .toBuffer()
  expect(await sharp(large).metadata()).toMatchObject({ width: 4000, height: 3000 })

  const { outputs, stages } = await run('erase-fill', {
    image: large,
    mask: mask(dots('#fff').replace('r="4"', 'r="6"').replace('r="5"', 'r="7"')),
  })

  const { data, info } = await sharp(pathOf(outputs[0])).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 4000, height: 3000 })
  let magenta = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > data[at + 1]! + 60 && data[at + 2]! > data[at + 1]! + 60) magenta += 1
  expect(magenta).toBe(0)
  expect(stages).toContain('Filling 2 of 2')
})

test('keeps transparency behind what is erased', { timeout: 240_000 }, async () => {
  const word = '<rect x="160" y="120" width="60" height="40" fill="#222"/>'
  const { outputs } = await run('erase-fill', {
    image: drawing(word),
    mask: mask('<rect x="150" y="110" width="80" height="60" fill="#fff"/>'),
  })

  const alpha = await sharp(pathOf(outputs[0])).extractChannel(3).raw().toBuffer()
  expect(Math.max(...alpha)).toBeLessThan(40)
})

test.for([
  ['that is empty', mask(''), /Nothing is painted/],
  ['that covers everything', mask('<rect width="400" height="300" fill="#fff"/>'), /leave some of it/],
  ['that isn’t a picture', Buffer.from('GIF89a and nothing more'), /cannot be read/],
] as const)('a mask %s fails as unreadable input', async ([, bytes, message]) => {
  await expect(run('erase-fill', { image: scratched, mask: bytes })).rejects.toMatchObject({
    reason: 'input_unreadable',
    message: expect.stringMatching(message),
    final: true,
  })
})
