import { expect, test } from 'vitest'
import { type Box, type Hole, planHoles } from './plan-holes.ts'

function holeWhere(width: number, height: number, isHole: (x: number, y: number) => boolean): Hole {
  const bytes = new Uint8Array(width * height)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = isHole(at % width, Math.floor(at / width)) ? 1 : 0
  return { bytes, width, height }
}

function inside({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height
}

/** The pixels of a hole that no window would fill. */
function uncovered(hole: Hole): number {
  const { windows, belongs } = planHoles(hole)
  let count = 0
  for (let at = 0; at < hole.bytes.length; at += 1) {
    const [x, y] = [at % hole.width, Math.floor(at / hole.width)]
    if (!hole.bytes[at]) continue
    if (!windows.some((window) => inside(window.core, x, y) && belongs(window, x, y))) count += 1
  }
  return count
}

const scratch = holeWhere(3000, 2000, (x, y) => Math.abs(y - x * 0.6 - 50) < 8)
const blot = holeWhere(3000, 2000, (x, y) => Math.hypot(x - 1500, y - 1000) < 500)
const apart = holeWhere(
  3000,
  2000,
  (x, y) => Math.hypot(x - 200, y - 300) < 20 || Math.hypot(x - 2700, y - 1800) < 90,
)
const specks = holeWhere(3000, 2000, (x, y) => x % 60 < 3 && y % 60 < 3)
const beside = holeWhere(
  3000,
  2000,
  (x, y) => Math.hypot(x - 1500, y - 1000) < 500 || Math.hypot(x - 960, y - 1000) < 12,
)
const frame = holeWhere(700, 300, (x, y) => x < 64 || x >= 636 || y < 64 || y >= 236)

test.for([
  ['a long scratch', scratch],
  ['a large blot', blot],
  ['two holes apart', apart],
  ['specks everywhere', specks],
  ['a speck beside a blot', beside],
  ['a frame along the edges', frame],
] as const)('%s is covered by at most 24 windows within the picture', ([, hole]) => {
  const { windows } = planHoles(hole)

  expect(uncovered(hole)).toBe(0)
  expect(windows.length).toBeLessThanOrEqual(24)
  for (const { area, core } of windows) {
    expect(Math.min(area.left, area.top, core.left - area.left, core.top - area.top)).toBeGreaterThanOrEqual(
      0,
    )
    expect(area.left + area.width).toBeLessThanOrEqual(hole.width)
    expect(area.top + area.height).toBeLessThanOrEqual(hole.height)
  }
})

test('a scratch gets windows at full scale, however long it is', () => {
  const { windows } = planHoles(scratch)
  expect(windows.length).toBeGreaterThan(5)
  expect(new Set(windows.map(({ scale }) => scale))).toEqual(new Set([1]))
})

test('a large blot gets a single window that includes its surroundings', () => {
  const { windows } = planHoles(blot)
  expect(windows).toHaveLength(1)
  expect(windows[0]!.area.width).toBeGreaterThan(1800)
})

test('separate holes get separate windows', () => {
  const { windows } = planHoles(apart)
  expect(windows.map(({ area }) => area.width)).toEqual([512, 512])
})

test('a speck gets a window at full scale, apart from the blot beside it', () => {
  const { windows } = planHoles(beside)
  expect(windows).toHaveLength(2)
  expect(windows[0]!.scale).toBe(1)
  expect(windows[1]!.scale).toBeGreaterThan(3)
})
