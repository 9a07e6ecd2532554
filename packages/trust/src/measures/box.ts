export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The area that two boxes share, of the area that they cover together. */
export function overlapOf(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const shared = Math.max(0, across) * Math.max(0, down)
  const covered = one.width * one.height + other.width * other.height - shared
  return covered > 0 ? shared / covered : 0
}

export function isInside(box: Box, { width, height }: { width: number; height: number }): boolean {
  return (
    box.x >= 0 &&
    box.y >= 0 &&
    box.width > 0 &&
    box.height > 0 &&
    box.x + box.width <= width &&
    box.y + box.height <= height
  )
}
