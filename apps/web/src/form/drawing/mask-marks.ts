/** One stroke or box of a mask, in pixels of the picture. */
export type Mark =
  | { shape: 'stroke'; erase: boolean; size: number; points: readonly (readonly [number, number])[] }
  | { shape: 'box'; erase: boolean; x: number; y: number; width: number; height: number }

export interface Plane {
  width: number
  height: number
  /** One byte per pixel: 255 where painted, else 0. */
  bytes: Uint8Array
}

/**
 * The mask to upload: of the picture's size, each pixel either painted or not. Computed here and not by the
 * browser's canvas, which antialiases edges.
 */
export function paintMarks(
  size: { width: number; height: number },
  marks: readonly Mark[],
  base?: Uint8Array,
): Plane {
  const plane: Plane = { ...size, bytes: base ? base.slice() : new Uint8Array(size.width * size.height) }
  for (const mark of marks) {
    if (mark.shape === 'box') fillBox(plane, mark)
    else fillStroke(plane, mark)
  }
  return plane
}

function fillBox(plane: Plane, { x, y, width, height, erase }: Extract<Mark, { shape: 'box' }>): void {
  const [left, right] = [clamp(x, plane.width), clamp(x + width, plane.width)]
  for (let row = clamp(y, plane.height); row < clamp(y + height, plane.height); row++) {
    plane.bytes.fill(erase ? 0 : 255, row * plane.width + left, row * plane.width + right)
  }
}

function fillStroke(plane: Plane, { points, size, erase }: Extract<Mark, { shape: 'stroke' }>): void {
  const radius = size / 2
  points.forEach((point, at) => {
    fillCapsule(plane, { from: points[at - 1] ?? point, to: point, radius, byte: erase ? 0 : 255 })
  })
}

interface Capsule {
  from: readonly [number, number]
  to: readonly [number, number]
  radius: number
  byte: number
}

/** All pixels whose centre is within the radius of the line from one point to the next. */
function fillCapsule(plane: Plane, { from: [ax, ay], to: [bx, by], radius, byte }: Capsule): void {
  const [dx, dy] = [bx - ax, by - ay]
  const lengthSquared = dx * dx + dy * dy
  const [left, right] = [
    clamp(Math.min(ax, bx) - radius, plane.width),
    clamp(Math.max(ax, bx) + radius + 1, plane.width),
  ]
  const [top, bottom] = [
    clamp(Math.min(ay, by) - radius, plane.height),
    clamp(Math.max(ay, by) + radius + 1, plane.height),
  ]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay]
      const along = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSquared))
      const [ex, ey] = [px - along * dx, py - along * dy]
      if (ex * ex + ey * ey <= radius * radius) plane.bytes[y * plane.width + x] = byte
    }
  }
}

function clamp(place: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(place)))
}
