/** What to fill: 1 for every pixel to replace, row by row. */
export interface Hole {
  bytes: Uint8Array
  width: number
  height: number
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** One run of the network: it sees `area`, scaled down by `scale`, and what it fills in `core` is kept. */
export interface HoleWindow {
  area: Box
  core: Box
  scale: number
}

export interface HolePlan {
  windows: HoleWindow[]
  /** Whether this window fills a pixel, and not a coarser one. */
  belongs: (window: HoleWindow, x: number, y: number) => boolean
}

/** The side of the square that the network was trained on. */
const NETWORK_SIDE = 512
/** How much of it may be new at once; the rest is the context it needs. */
export const CORE_SIDE = 320
/** The thickest hole, in the network's pixels, that it fills well. */
const THICKNESS_MAX = 192
/** Each takes two seconds on one core. */
const WINDOWS_MAX = 24
/** Connected holes are found on a grid of this many cells per side. */
const GRID_SIDE = 1024

/**
 * Where the network looks, and at which scale. A thin scratch is processed at full resolution, however long; a wide hole is scaled down, so
 * that the network sees enough around it. Separate holes get separate windows, thin ones first. No window has a finer scale than `closest`.
 */
export function planHoles(hole: Hole, closest = 1): HolePlan {
  const grid = gridOf(hole)
  const blots = blotsOf(grid)
  for (let scaleMin = closest; ; scaleMin *= 1.5) {
    const scales = scalesOf(grid, blots, scaleMin)
    const windows = windowsFor(hole, grid, blots, scales)
    if (!windows) continue
    const belongs = ({ scale }: HoleWindow, x: number, y: number) =>
      scales[Math.floor(y / grid.cell) * grid.width + Math.floor(x / grid.cell)]! <= scale
    return { windows, belongs }
  }
}

interface Grid {
  /** Its side in pixels. */
  cell: number
  width: number
  height: number
  /** 1 if anything in the cell is to be filled. */
  cells: Uint8Array
}

/** A connected hole, in cells. */
interface Blot {
  cells: number[]
  left: number
  top: number
  right: number
  bottom: number
  thickness: number
}

function gridOf({ bytes, width, height }: Hole): Grid {
  const cell = Math.ceil(Math.max(width, height) / GRID_SIDE)
  const grid = { cell, width: Math.ceil(width / cell), height: Math.ceil(height / cell) }
  const cells = new Uint8Array(grid.width * grid.height)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * grid.width
    for (let x = 0; x < width; x += 1) if (bytes[y * width + x]) cells[row + Math.floor(x / cell)] = 1
  }
  return { ...grid, cells }
}

function blotsOf(grid: Grid): Blot[] {
  const depths = depthsOf(grid)
  const seen = new Uint8Array(grid.cells.length)
  const blots: Blot[] = []
  for (let start = 0; start < seen.length; start += 1)
    if (grid.cells[start] && !seen[start]) blots.push(blotFrom(grid, start, seen, depths))
  return blots
}

function blotFrom(grid: Grid, start: number, seen: Uint8Array, depths: Uint16Array): Blot {
  const blot: Blot = { cells: [], left: grid.width, top: grid.height, right: 0, bottom: 0, thickness: 0 }
  const waiting = [start]
  seen[start] = 1
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [x, y] = [at % grid.width, Math.floor(at / grid.width)]
    blot.cells.push(at)
    blot.left = Math.min(blot.left, x)
    blot.right = Math.max(blot.right, x + 1)
    blot.top = Math.min(blot.top, y)
    blot.bottom = Math.max(blot.bottom, y + 1)
    blot.thickness = Math.max(blot.thickness, (2 * depths[at]! - 1) * grid.cell)
    for (let below = Math.max(0, y - 1); below <= Math.min(grid.height - 1, y + 1); below += 1)
      for (let beside = Math.max(0, x - 1); beside <= Math.min(grid.width - 1, x + 1); beside += 1) {
        const next = below * grid.width + beside
        if (!grid.cells[next] || seen[next]) continue
        seen[next] = 1
        waiting.push(next)
      }
  }
  return blot
}

/** The distance of each cell to the nearest kept one, diagonals included. Nothing outside the picture is kept. */
function depthsOf({ cells, width, height }: Grid): Uint16Array {
  const FAR = 0xffff
  const depths = Uint16Array.from(cells, (cell) => (cell ? FAR : 0))
  const lower = (at: number, x: number, y: number, next: number) => {
    if (x < 0 || x >= width || y < 0 || y >= height || depths[next]! + 1 >= depths[at]!) return
    depths[at] = depths[next]! + 1
  }
  const scan = (at: number, step: 1 | -1) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    lower(at, x - step, y, at - step)
    for (const aside of [-1, 0, 1]) lower(at, x + aside, y - step, at - step * width + aside)
  }
  for (let at = 0; at < cells.length; at += 1) if (cells[at]) scan(at, 1)
  for (let at = cells.length - 1; at >= 0; at -= 1) if (cells[at]) scan(at, -1)
  return depths
}

/** For each cell, the scale at which its hole is filled. */
function scalesOf(grid: Grid, blots: Blot[], scaleMin: number): Float32Array {
  const scales = new Float32Array(grid.cells.length)
  for (const { cells, thickness } of blots) {
    const scale = Math.max(scaleMin, thickness / THICKNESS_MAX)
    for (const at of cells) scales[at] = scale
  }
  return scales
}

/** Undefined if it would take more than `WINDOWS_MAX`. */
function windowsFor(hole: Hole, grid: Grid, blots: Blot[], scales: Float32Array): HoleWindow[] | undefined {
  const left = grid.cells.slice()
  const windows: HoleWindow[] = []
  const scaleOf = ({ cells }: Blot) => scales[cells[0]!]!
  for (const blot of blots.toSorted((one, other) => scaleOf(one) - scaleOf(other))) {
    if (blot.cells.every((at) => !left[at])) continue
    for (const core of coresOf(blot, (CORE_SIDE * scaleOf(blot)) / grid.cell)) {
      if (!take(core, grid, scales, scaleOf(blot), left)) continue
      windows.push(windowAt(core, grid.cell, scaleOf(blot), hole))
      if (windows.length > WINDOWS_MAX) return undefined
    }
  }
  return windows
}

/** Squares of cells that cover the hole; a small hole is in the middle of a single one. */
function coresOf({ left, top, right, bottom }: Blot, side: number): Box[] {
  const across = Math.ceil((right - left) / side)
  const down = Math.ceil((bottom - top) / side)
  const width = across === 1 ? side : (right - left) / across
  const height = down === 1 ? side : (bottom - top) / down
  const startX = (left + right - width * across) / 2
  const startY = (top + bottom - height * down) / 2
  return Array.from({ length: across * down }, (_, index) => {
    const [column, row] = [index % across, Math.floor(index / across)]
    const [x, y] = [Math.floor(startX + column * width), Math.floor(startY + row * height)]
    return {
      left: x,
      top: y,
      width: Math.ceil(startX + (column + 1) * width) - x,
      height: Math.ceil(startY + (row + 1) * height) - y,
    }
  })
}

/** Marks what a window of this scale fills as done, and returns whether there was anything. */
function take(core: Box, grid: Grid, scales: Float32Array, scale: number, left: Uint8Array): boolean {
  let found = false
  for (let y = Math.max(0, core.top); y < Math.min(grid.height, core.top + core.height); y += 1)
    for (let x = Math.max(0, core.left); x < Math.min(grid.width, core.left + core.width); x += 1) {
      const at = y * grid.width + x
      if (!left[at] || scales[at]! > scale) continue
      left[at] = 0
      found = true
    }
  return found
}

function windowAt(cells: Box, cell: number, scale: number, hole: Hole): HoleWindow {
  const side = Math.round(NETWORK_SIDE * scale)
  const [left, width] = within(cells.left * cell, cells.width * cell, hole.width)
  const [top, height] = within(cells.top * cell, cells.height * cell, hole.height)
  const [areaLeft, areaWidth] = around(left + width / 2, side, hole.width)
  const [areaTop, areaHeight] = around(top + height / 2, side, hole.height)
  return {
    core: { left, top, width, height },
    area: { left: areaLeft, top: areaTop, width: areaWidth, height: areaHeight },
    scale,
  }
}

function within(start: number, length: number, max: number): [start: number, length: number] {
  const first = Math.max(0, start)
  return [first, Math.min(max, start + length) - first]
}

function around(middle: number, length: number, max: number): [start: number, length: number] {
  if (length >= max) return [0, max]
  return [Math.max(0, Math.min(max - length, Math.round(middle - length / 2))), length]
}
