import type { FoundObject } from '../comparators/compare-find-objects.ts'
import { isInside } from '../measures/box.ts'
import { CHANNELS, greatestDifference, isSameSize, type Picture, type Region } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import { type GateRefusal, OTHER_SIZE } from './gate-refusal.ts'

export function gateFindObjects(
  input: Picture,
  result: Picture,
  objects: readonly FoundObject[],
  labels: readonly string[],
  limits = gateLimits,
): GateRefusal {
  if (!isSameSize(input, result)) return OTHER_SIZE
  if (objects.some(({ label }) => label === '' || !labels.includes(label))) return 'A label is none of COCO.'
  if (objects.some(({ box }) => !isInside(box, input))) return 'A box is not inside the picture.'
  const isMarked = marksOf(objects, input, limits.markLines)
  const isOutside: Region = (pixel) => input.data[pixel * CHANNELS + 3] === 255 && !isMarked(pixel)
  return greatestDifference(input, result, isOutside) > limits.decodeLevels
    ? 'The picture was changed outside of its marks.'
    : null
}

/** Frames, and whole rows where their tags may be: those can be moved along to fit in. */
function marksOf(objects: readonly FoundObject[], { width, height }: Picture, markLines: number): Region {
  const line = Math.max(2, Math.round(Math.max(width, height) / 250)) + 1
  const marked = new Uint8Array(width * height)
  for (const { box } of objects) {
    const [left, top] = [Math.floor(box.x), Math.floor(box.y)]
    const [right, bottom] = [Math.ceil(box.x + box.width), Math.ceil(box.y + box.height)]
    for (let y = Math.max(0, top - line * markLines); y < Math.min(height, bottom + line); y += 1) {
      const isTag = y <= top + line * markLines
      const isEdge = y >= bottom - line
      for (let x = 0; x < width; x += 1) {
        const isSide = (x >= left - line && x <= left + line) || (x >= right - line && x <= right + line)
        if (isTag || isEdge || isSide) marked[y * width + x] = 1
      }
    }
  }
  return (pixel) => marked[pixel] === 1
}
