import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { onnxSession } from './onnx-session.ts'
import { type Picture, type Pixels, readPicture, rgbaOf } from './picture.ts'
import { boxMean, plane, sampler } from './plane.ts'
import { JobFailure, type Runner, type RunnerJob } from './runner.ts'
import sharp from './sharp.ts'
import { writePng } from './write-png.ts'

/** As the app's field says; a job that came past it is refused here. */
const SIDE_MAX = 768
const SCALE = 2
/** What is kept of a tile, and how much more around it the network sees. */
const CORE_SIDE = 128
const OVERLAP = 16
/** How far a detail reaches, in pixels of the small picture. */
const DETAIL = 6

/** Twice the side, with edges as sharp as they were. */
export const upscale: Runner = async (job) => {
  const { files, progress } = job
  progress(0.01, 'Reading the picture')
  const picture = await readPicture(files.image)
  if (Math.max(picture.width, picture.height) > SIDE_MAX)
    throw new JobFailure(
      'input_unreadable',
      `The picture has ${picture.width} x ${picture.height} pixels; ${SIDE_MAX} a side is the most.`,
      { final: true },
    )
  const { width, height } = { width: picture.width * SCALE, height: picture.height * SCALE }
  const colors = await enlarged(await evenPixels(picture), job)
  const alpha = await alphaOf(picture, width, height)

  progress(0.97, 'Writing the picture')
  const raw = { width: colors.width, height: colors.height, channels: 3 as const }
  const open = () => {
    const cut = sharp(colors.data, { raw }).extract({ left: 0, top: 0, width, height })
    return alpha ? cut.joinChannel(alpha, { raw: { width, height, channels: 1 } }) : cut
  }
  return [await writePng(width, open)]
}

/** The network takes pixels two by two: an odd picture gets its last ones once more. */
async function evenPixels(picture: Picture): Promise<Pixels> {
  return rgbaOf(
    picture.open().extend({ right: picture.width % 2, bottom: picture.height % 2, extendWith: 'copy' }),
  )
}

/** Three bytes a pixel. */
async function enlarged(pixels: Pixels, job: RunnerJob): Promise<Pixels> {
  job.progress(0.02, 'Loading the model')
  const session = await onnxSession(join(job.weights['real-esrgan']!, 'real-esrgan-x2.onnx'), job.threads)
  const [width, height] = [pixels.width * SCALE, pixels.height * SCALE]
  const result = { data: Buffer.alloc(width * height * 3), width, height }
  const columns = spansOf(pixels.width)
  const rows = spansOf(pixels.height)
  const tiles = rows.flatMap((row) => columns.map((column) => ({ column, row })))
  for (const [index, tile] of tiles.entries()) {
    job.progress(0.05 + (0.9 * index) / tiles.length, `Tile ${index + 1} of ${tiles.length}`)
    const { output } = await session.run({ input: tensorOf(pixels, tile) })
    put(result, output!.data as Float32Array, tile)
  }
  for (const channel of [0, 1, 2]) keepColor(result, pixels, channel)
  return result
}

/** Part of a side: what is kept, and what is seen. */
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

/** As few as can be, of even length, all about the same. */
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

function put({ data, width }: Pixels, values: Float32Array, { column, row }: Tile): void {
  const [across, down] = [(column.to - column.from) * SCALE, (row.to - row.from) * SCALE]
  for (let y = row.start * SCALE; y < row.end * SCALE; y += 1)
    for (let x = column.start * SCALE; x < column.end * SCALE; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const [tileX, tileY] = [x - column.from * SCALE, y - row.from * SCALE]
        const value = values[(channel * down + tileY) * across + tileX]! * 255
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)))
      }
}

/** The network draws well and paints a shade too warm: what it adds over a wider area than any detail is taken back. */
function keepColor(large: Pixels, small: Pixels, channel: number): void {
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

/** What shines through is no picture of anything: it is enlarged as it is. None where nothing does. */
async function alphaOf(picture: Picture, width: number, height: number): Promise<Buffer | undefined> {
  const { data } = await rgbaOf(picture.open().resize({ width, height, fit: 'fill', kernel: 'lanczos3' }))
  const alpha = Buffer.from(Uint8Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 3]!))
  return alpha.every((value) => value === 255) ? undefined : alpha
}
