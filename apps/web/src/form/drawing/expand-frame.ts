export const sides = ['left', 'right', 'top', 'bottom'] as const
export type Side = (typeof sides)[number]

/** How far a frame goes beyond each edge of a picture, in pixels of the picture. */
export type Expansion = Readonly<Record<Side, number>>

interface Size {
  width: number
  height: number
}

const ROOM_PART = 0.35
const STEP = 8
const LARGE_STEP = 64

/** How much to show around the picture: enough to drag the frame further, and all of the frame. */
export function roomAround(picture: Size, expansion: Expansion, max: number): number {
  const reach = Math.max(...sides.map((side) => expansion[side]))
  return Math.min(max, Math.max(ROOM_PART * Math.max(picture.width, picture.height), reach * 1.25))
}

/** An edge's position after it was dragged by this many pixels of the picture; outwards is positive. */
export function draggedBy(
  side: Side,
  from: number,
  [dx, dy]: readonly [number, number],
  max: number,
): number {
  const outwards = { left: -dx, right: dx, top: -dy, bottom: dy }[side]
  return within(Math.round(from + outwards), max)
}

/** An edge's position after a key: arrows move it in their direction; undefined for all other keys. */
export function movedByKey(
  side: Side,
  from: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  max: number,
): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return max
  const direction = directions[key]
  if (!direction) return undefined
  const [dx, dy] = direction.map((part) => part * (shiftKey ? LARGE_STEP : STEP)) as [number, number]
  const isAcross = side === 'left' || side === 'right' ? dx === 0 : dy === 0
  // The other two arrows also work, as in every slider: up and right increase it.
  return isAcross ? within(from + dx - dy, max) : draggedBy(side, from, [dx, dy], max)
}

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(max, value))
}
