import type { Box } from '../raw-value.ts'

interface Size {
  width: number
  height: number
}

/** A centred frame of a quarter of the picture's sides, which the keyboard starts with. */
export function centredFrame({ width, height }: Size): Box {
  const [w, h] = [Math.max(1, Math.round(width / 4)), Math.max(1, Math.round(height / 4))]
  return { x: Math.round((width - w) / 2), y: Math.round((height - h) / 2), width: w, height: h }
}

/** Arrow keys move a frame by a fortieth of the picture, with Shift they size it; it never leaves the picture. */
export function moveFrame(
  frame: Box,
  key: string,
  { sizing, picture }: { sizing: boolean; picture: Size },
): Box {
  const direction = directions[key]
  if (!direction) return frame
  const [dx, dy] = direction
  const stepX = dx * Math.max(1, Math.round(picture.width / 40))
  const stepY = dy * Math.max(1, Math.round(picture.height / 40))
  if (sizing) {
    return {
      ...frame,
      width: within(frame.width + stepX, 1, picture.width - frame.x),
      height: within(frame.height + stepY, 1, picture.height - frame.y),
    }
  }
  return {
    ...frame,
    x: within(frame.x + stepX, 0, picture.width - frame.width),
    y: within(frame.y + stepY, 0, picture.height - frame.height),
  }
}

export function isArrow(key: string): boolean {
  return key in directions
}

/** The frame between two corners, in whole pixels within the picture. */
export function frameBetween(a: readonly [number, number], b: readonly [number, number], picture: Size): Box {
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])].map((x) =>
    within(Math.round(x), 0, picture.width),
  )
  const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])].map((y) =>
    within(Math.round(y), 0, picture.height),
  )
  return { x: left!, y: top!, width: right! - left!, height: bottom! - top! }
}

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function within(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}
