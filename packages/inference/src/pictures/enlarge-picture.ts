import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { type ModelFiles, onnxSession } from '../onnx-session.ts'
import type { Pixels } from './pixels.ts'
import { boxMean, plane, sampler } from './plane.ts'

export const SCALE = 2
/** The side of a tile, and how much around it the network also sees. */
const CORE_SIDE = 128
const OVERLAP = 16
/** The radius of the largest detail, in pixels of the small picture. */
const DETAIL = 6

/** Doubles the sides of a picture with Real-ESRGAN, tile by tile. Its sides must be even; the result has three bytes per pixel. */
export async function enlargePicture(
  pixels: Pixels,
  { folder, threads }: ModelFiles,
  onTile: (index: number, count: number) => void,
): Promise<Pixels> {
  const session = await onnxSession(join(folder, 'real-esrgan-x2.onnx'), threads)
  const [width, height] = [pixels.width * SCALE, pixels.height * SCALE]
  const result = { data: Buffer.alloc(width * height * 3), width, height }
  const columns = spansOf(pixels.width)
  const rows = spansOf(pixels.height)
  const tiles = rows.flatMap((row) => columns.map((column) => ({ column, row })))
  for (const [index, tile] of tiles.entries()) {
    onTile(index, tiles.length)
    const { output } = await session.run({ input: tensorOf(pixels, tile) })
    copyTile(result, output!.data as Float32Array, tile)
  }
  for (const channel of [0, 1, 2]) correctColor(result, pixels, channel)
  return result
}

/** A part of one side: the tile from `start` to `end`, of which the network sees `from` to `to`. */
interface Span {
  start: number
  end: number
  from: number
  to: number
}

interface Tile {
  column: Span
  row: Span
}

/** As few spans as possible, of even length, all about the same. */
function spansOf(length: number): Span[] {
  const count = Math.ceil(length / CORE_SIDE)
  const cut = (index: number) => 2 * Math.round((length * index) / count / 2)
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [cut(index), cut(index + 1)]
    return { start, end, from: Math.max(0, start - OVERLAP), to: Math.min(length, end + OVERLAP) }
  })
}

function tensorOf({ data, width }: Pixels, { column, row }: Tile): Tensor {
  const [across, down] = [column.to - column.from, row.to - row.from]
  const values = new Float32Array(3 * across * down)
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        values[(channel * down + y) * across + x] =
          data[((row.from + y) * width + column.from + x) * 4 + channel]! / 255
  return new Tensor('float32', values, [1, 3, down, across])
}

function copyTile({ data, width }: Pixels, values: Float32Array, { column, row }: Tile): void {
  const [across, down] = [(column.to - column.from) * SCALE, (row.to - row.from) * SCALE]
  for (let y = row.start * SCALE; y < row.end * SCALE; y += 1)
    for (let x = column.start * SCALE; x < column.end * SCALE; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const [tileX, tileY] = [x - column.from * SCALE, y - row.from * SCALE]
        const value = values[(channel * down + tileY) * across + tileX]! * 255
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)))
      }
}

/** The network's colors are slightly too warm: subtracts differences over areas larger than any detail. */
function correctColor(large: Pixels, small: Pixels, channel: number): void {
  const { width, height } = small
  const off = plane(width, height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let at = 0; at < SCALE ** 2; at += 1) {
        const place = (y * SCALE + Math.floor(at / SCALE)) * large.width + x * SCALE + (at % SCALE)
        sum += large.data[place * 3 + channel]!
      }
      off.values[y * width + x] = small.data[(y * width + x) * 4 + channel]! - sum / SCALE ** 2
    }
  const rowAt = sampler(boxMean(off, DETAIL), large.width, large.height)
  for (let y = 0; y < large.height; y += 1) {
    const row = rowAt(y)
    for (let x = 0; x < large.width; x += 1) {
      const at = (y * large.width + x) * 3 + channel
      large.data[at] = Math.max(0, Math.min(255, Math.round(large.data[at]! + row[x]!)))
    }
  }
}
