/** Numbers over a rectangle, row by row: one channel of a picture, or a mask. */
export interface Plane {
  values: Float32Array
  width: number
  height: number
}

export function plane(
  width: number,
  height: number,
  values: Float32Array = new Float32Array(width * height),
): Plane {
  return { values, width, height }
}

/** The mean over a square of `2 * radius + 1` around each value, smaller at the edges. */
export function boxMean(source: Plane, radius: number): Plane {
  const { width, height } = source
  const [byRow, byColumn] = walksOver(width, height)
  return plane(width, height, meanAlong(meanAlong(source.values, byRow, radius), byColumn, radius))
}

/** How to visit all values of a plane, line by line. */
export interface Walk {
  lines: number
  /** The distance from the start of a line to that of the next. */
  line: number
  count: number
  /** The distance from one value of a line to the next. */
  step: number
}

export function walksOver(width: number, height: number): [byRow: Walk, byColumn: Walk] {
  return [
    { lines: height, line: width, count: width, step: 1 },
    { lines: width, line: 1, count: height, step: width },
  ]
}

function meanAlong(values: Float32Array, { lines, line, count, step }: Walk, radius: number): Float32Array {
  const means = new Float32Array(values.length)
  for (let index = 0; index < lines; index += 1) {
    const start = index * line
    let sum = 0
    for (let at = 0; at < Math.min(radius, count); at += 1) sum += values[start + at * step]!
    for (let at = 0; at < count; at += 1) {
      if (at + radius < count) sum += values[start + (at + radius) * step]!
      if (at - radius > 0) sum -= values[start + (at - radius - 1) * step]!
      const size = Math.min(count - 1, at + radius) - Math.max(0, at - radius) + 1
      means[start + at * step] = sum / size
    }
  }
  return means
}

/**
 * Bilinear interpolation of a plane at another size: a row at a time, written into the same array at each call. It runs for every
 * pixel of a large picture, so the inner loop creates no arrays and no objects.
 */
export function sampler(source: Plane, width: number, height: number): (y: number) => Float32Array {
  const columns = Array.from({ length: width }, (_, x) => place(x, width, source.width))
  const lefts = Int32Array.from(columns, ({ low }) => low)
  const rights = Int32Array.from(columns, ({ high }) => high)
  const parts = Float32Array.from(columns, ({ share }) => share)
  const row = new Float32Array(width)
  return (y) => {
    const { low, high, share } = place(y, height, source.height)
    const above = source.values.subarray(low * source.width, (low + 1) * source.width)
    const below = source.values.subarray(high * source.width, (high + 1) * source.width)
    for (let x = 0; x < width; x += 1) {
      const left = lefts[x]!
      const right = rights[x]!
      const part = parts[x]!
      const top = above[left]! + (above[right]! - above[left]!) * part
      const bottom = below[left]! + (below[right]! - below[left]!) * part
      row[x] = top + (bottom - top) * share
    }
    return row
  }
}

export function resample(source: Plane, width: number, height: number): Plane {
  const rowAt = sampler(source, width, height)
  const result = plane(width, height)
  for (let y = 0; y < height; y += 1) result.values.set(rowAt(y), y * width)
  return result
}

function place(at: number, size: number, sourceSize: number) {
  const exact = Math.max(0, Math.min(sourceSize - 1, ((at + 0.5) * sourceSize) / size - 0.5))
  const low = Math.floor(exact)
  return { low, high: Math.min(sourceSize - 1, low + 1), share: exact - low }
}
