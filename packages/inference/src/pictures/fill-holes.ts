import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { type ModelFiles, onnxSession } from '../onnx-session.ts'
import type { Pixels } from './pixels.ts'
import type { Box, Hole, HolePlan, HoleWindow } from './plan-holes.ts'
import { type Walk, walksOver } from './plane.ts'

/** The channels of the picture that are fed to the network as red, green and blue. */
type Channels = readonly [number, number, number]
const COLORS: Channels = [0, 1, 2]
const ALPHA: Channels = [3, 3, 3]

/** How many pixels around a hole are blended from old and new. */
export const SEAM = 2

/** Fills the holes of a picture in place with MI-GAN, window by window; later windows see what earlier ones filled. */
export async function fillHoles(
  picture: Pixels,
  hole: Hole,
  plan: HolePlan,
  model: ModelFiles,
  onWindow: (index: number, count: number) => void,
): Promise<void> {
  // Transparency is filled like a grey picture.
  const layers = isOpaque(picture) ? [COLORS] : [COLORS, ALPHA]
  const count = layers.length * plan.windows.length
  for (const [layer, channels] of layers.entries()) {
    const left = { ...hole, bytes: hole.bytes.slice() }
    for (const [index, window] of plan.windows.entries()) {
      onWindow(layer * plan.windows.length + index, count)
      const filled = await fillArea(picture, channels, left, window, model)
      paste(picture, channels, filled, left, window, plan)
    }
  }
}

function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** What the network makes of the area, at the size of the area. */
async function fillArea(
  picture: Pixels,
  channels: Channels,
  left: Hole,
  { area, scale }: HoleWindow,
  model: ModelFiles,
): Promise<Buffer> {
  const session = await onnxSession(join(model.folder, 'migan.onnx'), model.threads)
  const raw = { width: area.width, height: area.height, channels: 3 as const }
  const known = cutColors(picture, channels, area)
  const width = Math.max(1, Math.round(area.width / scale))
  const height = Math.max(1, Math.round(area.height / scale))
  const isSame = width === area.width && height === area.height
  // The linear kernel reads only the nearest pixels, so erased pixels bleed at most one pixel into kept ones.
  const seen = isSame
    ? known
    : await sharp(known, { raw }).resize({ width, height, fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  const soft = grown(cutHole(left, area), area.width, area.height, SEAM)
  const mask = isSame ? soft : grown(shrunk(soft, area, width, height), width, height, 1)
  const { result } = await session.run({
    image: new Tensor('uint8', planes(seen), [1, 3, height, width]),
    mask: new Tensor(
      'uint8',
      mask.map((value) => (value ? 0 : 255)),
      [1, 1, height, width],
    ),
  })
  const pixels = interleaved(result!.data as Uint8Array)
  if (isSame) return pixels
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: area.width, height: area.height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** Copies the window's own pixels into the picture, blended at the seam, and removes them from the remaining hole. */
function paste(
  picture: Pixels,
  channels: Channels,
  filled: Buffer,
  left: Hole,
  window: HoleWindow,
  { belongs }: HolePlan,
): void {
  const { area, core } = window
  const own = new Uint8Array(area.width * area.height)
  for (let y = core.top; y < core.top + core.height; y += 1)
    for (let x = core.left; x < core.left + core.width; x += 1) {
      if (!left.bytes[y * left.width + x] || !belongs(window, x, y)) continue
      own[(y - area.top) * area.width + x - area.left] = 1
      left.bytes[y * left.width + x] = 0
    }
  const rings = Array.from({ length: SEAM }, (_, ring) => grown(own, area.width, area.height, ring + 1))
  for (let at = 0; at < own.length; at += 1) {
    const place = (area.top + Math.floor(at / area.width)) * picture.width + area.left + (at % area.width)
    // Pixels that later windows will fill are filled for now, because near its edges the network passes its input through.
    const isHole = own[at] || left.bytes[place]
    if (!isHole && !rings.at(-1)![at]) continue
    const share = isHole ? 1 : rings.reduce((sum, ring) => sum + ring[at]!, 0) / (SEAM + 1)
    for (const channel of new Set(channels)) {
      const before = picture.data[place * 4 + channel]!
      const after = filled[at * 3 + channels.indexOf(channel)]!
      picture.data[place * 4 + channel] = Math.round(before + (after - before) * share)
    }
  }
}

function cutHole({ bytes, width }: Hole, box: Box): Uint8Array {
  const result = new Uint8Array(box.width * box.height)
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.top + y) * width + box.left
    result.set(bytes.subarray(from, from + box.width), y * box.width)
  }
  return result
}

function cutColors({ data, width }: Pixels, channels: Channels, box: Box): Buffer {
  const result = Buffer.allocUnsafe(box.width * box.height * 3)
  let to = 0
  for (let y = box.top; y < box.top + box.height; y += 1)
    for (let x = box.left; x < box.left + box.width; x += 1)
      for (const channel of channels) {
        result[to] = data[(y * width + x) * 4 + channel]!
        to += 1
      }
  return result
}

/** Dilates a mask: a pixel is 1 if any pixel within `radius`, diagonals included, is 1. */
function grown(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const [byRow, byColumn] = walksOver(width, height)
  return grownAlong(grownAlong(mask, byRow, radius), byColumn, radius)
}

function grownAlong(mask: Uint8Array, { lines, line, count, step }: Walk, radius: number): Uint8Array {
  const result = new Uint8Array(mask.length)
  for (let index = 0; index < lines; index += 1) {
    const start = index * line
    let until = -1
    for (let ahead = 0; ahead < count + radius; ahead += 1) {
      if (ahead < count && mask[start + ahead * step]) until = ahead + radius
      const at = ahead - radius
      if (at >= 0 && at <= until) result[start + at * step] = 1
    }
  }
  return result
}

/** Shrinks a mask: a pixel is 1 if it covers any pixel of the hole. */
function shrunk(mask: Uint8Array, area: Box, width: number, height: number): Uint8Array {
  const result = new Uint8Array(width * height)
  for (let y = 0; y < area.height; y += 1) {
    const row = Math.min(height - 1, Math.floor((y * height) / area.height)) * width
    for (let x = 0; x < area.width; x += 1)
      if (mask[y * area.width + x])
        result[row + Math.min(width - 1, Math.floor((x * width) / area.width))] = 1
  }
  return result
}

function planes(pixels: Uint8Array): Uint8Array {
  const count = pixels.length / 3
  return Uint8Array.from(
    { length: pixels.length },
    (_, at) => pixels[(at % count) * 3 + Math.floor(at / count)]!,
  )
}

function interleaved(values: Uint8Array): Buffer {
  const count = values.length / 3
  return Buffer.from(Uint8Array.from(values, (_, at) => values[(at % 3) * count + Math.floor(at / 3)]!))
}
