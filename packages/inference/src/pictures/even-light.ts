import { boxMean, type Plane, plane, type Walk, walksOver } from './plane.ts'

/** Strokes narrower than this share of the longer side are print; anything wider is paper. */
const STROKE = 1 / 50

/** How many times brighter than its darkest parts a page must be for its light to count as uneven. */
const UNEVEN = 1.25

/** A page, from 0 to 255, as if evenly lit: compares each pixel with the paper around it. */
export function evenLight(grey: Plane): Plane {
  const paper = paperOf(grey)
  return plane(
    grey.width,
    grey.height,
    grey.values.map((value, at) => Math.min(255, (value * 255) / Math.max(1, paper.values[at]!))),
  )
}

/** Whether parts of a page are much darker than others, because it's partly in shadow or printed on several colors. */
export function isUneven(grey: Plane): boolean {
  const sorted = paperOf(grey).values.toSorted()
  const part = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!
  return part(0.95) > UNEVEN * part(0.05)
}

/** The page without anything dark and narrow. The edge of a shadow stays where it is. */
function paperOf(grey: Plane): Plane {
  const radius = Math.max(1, Math.round((Math.max(grey.width, grey.height) * STROKE) / 2))
  // In noise, the lightest pixels would be taken for paper.
  const lightest = extremes(boxMean(grey, 2), radius, Math.max)
  return boxMean(extremes(lightest, radius, Math.min), 2)
}

/** The largest or smallest value in a square around each. */
function extremes({ values, width, height }: Plane, radius: number, pick: Pick): Plane {
  const [byRow, byColumn] = walksOver(width, height)
  return plane(width, height, along(along(values, byRow, radius, pick), byColumn, radius, pick))
}

type Pick = (one: number, other: number) => number

/**
 * In blocks as long as the window, with what is picked from the start of a block on and up to its end: a window is the end of one block and the
 * start of the next (van Herk and Gil-Werman), so the work does not grow with it.
 */
function along(
  values: Float32Array,
  { lines, line, count, step }: Walk,
  radius: number,
  pick: Pick,
): Float32Array {
  const picked = new Float32Array(values.length)
  const size = 2 * radius + 1
  const length = count + 2 * radius
  const fromStart = new Float32Array(length)
  const toEnd = new Float32Array(length)
  for (let index = 0; index < lines; index += 1) {
    const valueAt = (at: number) =>
      values[index * line + Math.min(count - 1, Math.max(0, at - radius)) * step]!
    for (let at = 0; at < length; at += 1)
      fromStart[at] = at % size === 0 ? valueAt(at) : pick(fromStart[at - 1]!, valueAt(at))
    for (let at = length - 1; at >= 0; at -= 1)
      toEnd[at] =
        at === length - 1 || at % size === size - 1 ? valueAt(at) : pick(toEnd[at + 1]!, valueAt(at))
    for (let at = 0; at < count; at += 1)
      picked[index * line + at * step] = pick(toEnd[at]!, fromStart[at + size - 1]!)
  }
  return picked
}
