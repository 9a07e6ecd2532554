import { expect, test } from 'vitest'
import type { Picture } from '../measures/picture.ts'
import {
  asJpeg,
  blurred,
  painted,
  paintedSvg,
  resized,
  testPicture,
  withNoise,
} from '../test/test-picture.ts'
import { compareCutOut } from './compare-cut-out.ts'
import { compareEraseFill } from './compare-erase-fill.ts'
import { compareExpandPhoto } from './compare-expand-photo.ts'
import { compareUpscale } from './compare-upscale.ts'
import { compareVectorise } from './compare-vectorise.ts'

const picture = testPicture()
const { width, height } = picture
const isSubject = (x: number, y: number) => (x - 80) ** 2 + (y - 60) ** 2 < 1600
/** Alpha falls off softly at the edge of a disc. */
function cutOutOf(source: Picture, radius = 40): Picture {
  const data = source.data.slice()
  for (let pixel = 0; pixel < source.width * source.height; pixel += 1) {
    const away = Math.hypot((pixel % source.width) - 80, Math.floor(pixel / source.width) - 60)
    data[pixel * 4 + 3] = Math.max(0, Math.min(255, Math.round((radius - away) * 60 + 128)))
    if (data[pixel * 4 + 3] === 0) data.fill(0, pixel * 4, pixel * 4 + 3)
  }
  return { ...source, data }
}
const cut = cutOutOf(picture)
const alphaNoise = (levels: number) => {
  const noisy = withNoise(cut, levels, { alpha: true })
  const data = cut.data.map((value, at) =>
    at % 4 === 3 && value > 0 && value < 255 ? noisy.data[at]! : value,
  )
  return { ...cut, data }
}

test.for<[string, () => Picture | Promise<Picture>, string]>([
  ['the same bytes', () => cut, 'same'],
  ['edges that are off by a level', () => alphaNoise(1), 'same'],
  ['colours that are off by a level', () => withNoise(cut, 1), 'same'],
  ['an edge that is a third of a pixel elsewhere', () => cutOutOf(picture, 40.3), 'unclear'],
  ['another subject', () => cutOutOf(picture, 30), 'wrong'],
  ['the input given back', () => picture, 'wrong'],
  ['nothing but transparency', () => cutOutOf(picture, -9), 'wrong'],
  ['other colours', () => painted(cut, isSubject, [10, 200, 10, 255]), 'wrong'],
  ['another size', () => resized(cut, 80, 60), 'wrong'],
])('cut-out against %s', async ([, other, comparison]) => {
  expect(compareCutOut(cut, await other()).comparison).toBe(comparison)
})

test('a cut-out on a colour is compared by its colours', async () => {
  expect(compareCutOut(picture, withNoise(picture, 1)).comparison).toBe('same')
  expect(compareCutOut(picture, await asJpeg(picture, 30)).comparison).toBe('wrong')
})

const large = await resized(picture, 320, 240)
test.for<[string, () => Picture | Promise<Picture>, string]>([
  ['the same bytes', () => large, 'same'],
  ['noise of a level', () => withNoise(large, 1), 'same'],
  ['noise of five levels', () => withNoise(large, 5), 'unclear'],
  ['a good JPEG of it', () => asJpeg(large, 95), 'unclear'],
  ['nearest neighbours', () => resized(picture, 320, 240, 'nearest'), 'wrong'],
  ['a blurred one', () => blurred(large, 2), 'wrong'],
  ['a bad JPEG of it', () => asJpeg(large, 15), 'wrong'],
  ['the picture as it was', () => picture, 'wrong'],
])('upscale against %s', async ([, other, comparison]) => {
  expect(compareUpscale(large, await other()).comparison).toBe(comparison)
})

const isHole = (x: number, y: number) => x >= 60 && x < 90 && y >= 40 && y < 70
const hole = Uint8Array.from({ length: width * height }, (_, at) =>
  Number(isHole(at % width, Math.floor(at / width))),
)
/** The picture with its hole filled from another. */
const filledFrom = (source: Picture): Picture => ({
  ...picture,
  data: picture.data.map((value, at) => (hole[Math.floor(at / 4)] ? source.data[at]! : value)),
})
const filled = filledFrom(await blurred(picture, 8))
test.for<[string, () => Picture | Promise<Picture>, string]>([
  ['the same bytes', () => filled, 'same'],
  ['noise of two levels in the hole', () => filledFrom(withNoise(filled, 2)), 'same'],
  ['noise of fifteen levels in the hole', () => filledFrom(withNoise(filled, 15)), 'unclear'],
  ['noise of a level everywhere', () => withNoise(filled, 1), 'unclear'],
  ['noise of five levels everywhere', () => withNoise(filled, 5), 'wrong'],
  ['a black hole', () => painted(filled, isHole, [0, 0, 0, 255]), 'wrong'],
  ['a change beside the hole', () => painted(filled, (x, y) => x === 5 && y === 5, [0, 0, 0, 255]), 'wrong'],
  ['another filling', () => filledFrom(painted(picture, () => true, [200, 40, 200, 255])), 'wrong'],
])('erase-fill against %s', async ([, other, comparison]) => {
  expect(compareEraseFill(filled, await other(), hole).comparison).toBe(comparison)
})

test('allows different blending at the seam of a hole', () => {
  const at = (50 * width + 58) * 4
  const data = filled.data.slice()
  data[at] = data[at]! + 5
  expect(compareEraseFill(filled, { ...filled, data }, hole).comparison).toBe('same')
})

const original = { left: 40, top: 0, width: 120, height: 120 }
const isNew = (x: number) => x < original.left
/** The picture with its new margin taken from another. */
const expandedFrom = (source: Picture): Picture => ({
  ...picture,
  data: picture.data.map((value, at) => (isNew(Math.floor(at / 4) % width) ? source.data[at]! : value)),
})
const expanded = expandedFrom(await blurred(picture, 3))
test.for<[string, () => Picture | Promise<Picture>, string]>([
  ['the same bytes', () => expanded, 'same'],
  ['noise of a level in what is new', () => expandedFrom(withNoise(expanded, 1)), 'same'],
  ['noise of nine levels in what is new', () => expandedFrom(withNoise(expanded, 9)), 'unclear'],
  ['a grey margin', () => painted(expanded, isNew, [128, 128, 128, 255]), 'wrong'],
  ['another margin', () => expandedFrom(withNoise(expanded, 60)), 'wrong'],
  [
    'a change of the old part',
    () => painted(expanded, (x, y) => x === 99 && y === 9, [0, 0, 0, 255]),
    'wrong',
  ],
])('expand-photo against %s', async ([, other, comparison]) => {
  expect(compareExpandPhoto(expanded, await other(), original).comparison).toBe(comparison)
})

const drawing = (radius: number, color = '#c33') =>
  paintedSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="384" viewBox="0 0 512 384"><rect width="512" height="384" fill="#cde"/><circle cx="256" cy="192" r="${radius}" fill="${color}"/><path d="M40 330 L120 60 L200 330 Z" fill="#284"/></svg>`,
  )
test.for<[string, () => Promise<Picture>, string]>([
  ['the same drawing', () => drawing(110), 'same'],
  ['one with a hair more', () => drawing(110.02), 'same'],
  ['one with another shade', () => drawing(110, '#c34'), 'same'],
  ['one with two pixels more', () => drawing(112), 'unclear'],
  ['one with other colours of the same brightness', () => drawing(110, '#0f7a3d'), 'wrong'],
  ['one with much more', () => drawing(150), 'wrong'],
  ['one without the circle', () => drawing(0), 'wrong'],
])('vectorise against %s', async ([, other, comparison]) => {
  expect(compareVectorise(await drawing(110), await other()).comparison).toBe(comparison)
})

test('equal pictures have a distance of 0, which grows with the difference', () => {
  expect(compareUpscale(large, large)).toEqual({ comparison: 'same', distance: 0 })
  const near = compareUpscale(large, withNoise(large, 1)).distance
  const far = compareUpscale(large, withNoise(large, 9)).distance
  expect(near).toBeGreaterThan(0)
  expect(far).toBeGreaterThan(near)
})
