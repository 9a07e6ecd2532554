import type { Plane } from './plane.ts'

/** How many degrees to either side lines of text are searched for. */
const SLANT_MAX = 15

/** Enough dark pixels to find lines. */
const POINTS_MAX = 40_000

/**
 * By how many degrees the lines of a page rise to the left and fall to the right: the angle at which ink, added up along the lines, is most
 * clearly separated by the gaps between them. 0 if no lines are found.
 */
export function slantOf(grey: Plane): number {
  const ink = inkOf(grey)
  if (ink.length === 0) return 0
  const near = sharpest(ink, grey, { around: 0, within: SLANT_MAX, step: 1 })
  const nearer = sharpest(ink, grey, { around: near, within: 1, step: 0.2 })
  return sharpest(ink, grey, { around: nearer, within: 0.2, step: 0.05 })
}

/** The positions of dark pixels: all of them, or an even sample. */
function inkOf({ values, width }: Plane): [x: number, y: number][] {
  const dark: number[] = []
  for (const [at, value] of values.entries()) if (value < 128) dark.push(at)
  const every = Math.max(1, Math.ceil(dark.length / POINTS_MAX))
  return dark.filter((_, index) => index % every === 0).map((at) => [at % width, Math.floor(at / width)])
}

interface Angles {
  around: number
  within: number
  step: number
}

function sharpest(
  ink: [number, number][],
  { width, height }: Plane,
  { around, within, step }: Angles,
): number {
  let best = { angle: around, score: -1 }
  const steps = Math.round(within / step)
  for (let index = -steps; index <= steps; index += 1) {
    const angle = around + index * step
    const tangent = Math.tan((angle * Math.PI) / 180)
    const rows = new Float64Array(height + 2 * width)
    for (const [x, y] of ink) rows[Math.round(y - x * tangent) + width]! += 1
    let score = 0
    for (let row = 1; row < rows.length; row += 1) score += (rows[row]! - rows[row - 1]!) ** 2
    if (score > best.score) best = { angle, score }
  }
  return best.angle
}
