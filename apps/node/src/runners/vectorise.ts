import type { Pixels } from '@infra/inference/pictures/pixels'
import { type Config, vectorizeRaw } from '@neplex/vectorizer'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import { JobFailure, type Runner } from './runner.ts'

/** From the largest down; the first at which the picture is simple enough is used. */
const SIDES = [2048, 1448, 1024, 724, 512]

/**
 * Tracing takes time with every change of colour and memory with every sharp one, not with the pixels as such. A logo has
 * few of either and is traced at 2048 pixels, a photograph at 1024, and noise at 512.
 */
const CHANGES_MAX = 1024 * 1024
const JUMPS_MAX = 400_000
/** Between neighbours, in one channel. */
const JUMP = 24

/** Programs struggle to draw larger files. */
const SVG_CHARACTERS_MAX = 12_000_000

// The package has const enums for these, which type stripping cannot use.
const [COLOR, BINARY] = [0, 1]
const STACKED = 0
const [POLYGON, SPLINE] = [1, 2]

const GREY: [number, number, number] = [0.299, 0.587, 0.114]

/** Traces a picture into an SVG of filled shapes; the same picture gives the same drawing on every machine. */
export const vectorise: Runner = async ({ input, files, progress }) => {
  progress(0.05, 'Reading the picture')
  const picture = await readPicture(files.image)
  const options = {
    binary: input.colors === 'binary',
    polygons: input.mode === 'polygon',
    detail: Number(input.detail ?? 6),
    speckle: Number(input.speckle ?? 4),
  }
  let pixels = await pixelsToTrace(picture, options)
  for (;;) {
    progress(0.3, 'Tracing the shapes')
    const traced = await trace(pixels, options, picture)
    progress(0.85, 'Writing the drawing')
    const svg = drawing(traced, pixels, picture)
    if (svg.length <= SVG_CHARACTERS_MAX) {
      return [{ name: 'drawing', kind: 'svg', bytes: Buffer.from(svg) }]
    }
    pixels = await scaled(picture, Math.max(pixels.width, pixels.height) / 2, options)
  }
}

interface VectoriseOptions {
  binary: boolean
  polygons: boolean
  /** Significant bits of a colour's channel. */
  detail: number
  /** Across, in pixels of the original. */
  speckle: number
}

async function pixelsToTrace(picture: Picture, options: VectoriseOptions): Promise<Pixels> {
  let pixels: Pixels | undefined
  for (const side of SIDES) {
    if (pixels && Math.max(pixels.width, pixels.height) <= side) continue
    pixels = await scaled(picture, side, options)
    if (isSimple(pixels, options.detail)) break
  }
  return pixels!
}

async function scaled(picture: Picture, side: number, { binary }: VectoriseOptions): Promise<Pixels> {
  const size = Math.round(side)
  const small = picture.open().resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
  // In black and white the tracer looks at the red channel alone, and not at alpha.
  return rgbaOf(binary ? small.flatten({ background: '#fff' }).recomb([GREY, GREY, GREY]) : small)
}

function isSimple({ data }: Pixels, detail: number): boolean {
  const shift = 8 - detail
  let changes = 0
  let jumps = 0
  for (let at = 4; at < data.length; at += 4) {
    let most = 0
    let changed = false
    for (let channel = at; channel < at + 3; channel += 1) {
      const here = data[channel]!
      const before = data[channel - 4]!
      most = Math.max(most, Math.abs(here - before))
      changed ||= here >> shift !== before >> shift
    }
    if (changed) changes += 1
    if (most >= JUMP) jumps += 1
  }
  return changes <= CHANGES_MAX && jumps <= JUMPS_MAX
}

async function trace(pixels: Pixels, options: VectoriseOptions, picture: Picture): Promise<string> {
  const { data, width, height } = framed(pixels, options)
  const config: Config = {
    colorMode: options.binary ? BINARY : COLOR,
    hierarchical: STACKED,
    filterSpeckle: Math.round(options.speckle * (pixels.width / picture.width)),
    colorPrecision: options.detail,
    layerDifference: 16,
    mode: options.polygons ? POLYGON : SPLINE,
    cornerThreshold: 60,
    lengthThreshold: 4,
    maxIterations: 10,
    spliceThreshold: 45,
    pathPrecision: 2,
  }
  return vectorizeRaw(data, { width, height }, config)
}

/**
 * The tracer treats alpha as all or nothing, and only checks for transparency if it finds much of it on a few lines of the picture;
 * otherwise holes become black. A transparent line above and below makes it check.
 */
function framed({ data, width, height }: Pixels, { binary }: VectoriseOptions): Pixels {
  const line = width * 4
  const frame = Buffer.alloc(line * (height + 2), binary ? 255 : 0)
  data.copy(frame, line)
  for (let at = line + 3; at < frame.length - line; at += 4) frame[at] = frame[at]! < 128 ? 0 : 255
  return { data: frame, width, height: height + 2 }
}

const PATH =
  /<path d="([MLCZ\d .,-]*)" fill="(#[0-9A-Fa-f]{6})" transform="translate\((-?[\d.]+),(-?[\d.]+)\)"\/>/g

/** Builds the SVG from the traced shapes; only numbers and colors of the tracer's own text are used. */
function drawing(traced: string, pixels: Pixels, { width, height }: Picture): string {
  const scale = `scale(${fixed(width / pixels.width)} ${fixed(height / pixels.height)})`
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  const shapes = [...traced.matchAll(PATH)].map(
    ([, d, fill, x, y]) =>
      `<path fill="${fill!.toLowerCase()}" transform="translate(${x} ${y})" d="${d!.trim()}"/>`,
  )
  const found = traced.split('<path').length - 1
  if (shapes.length !== found)
    throw new JobFailure('app_failed', 'The tracer wrote a shape that was not understood.')
  return [head, `<g transform="${scale} translate(0 -1)">`, ...shapes, '</g>', '</svg>', ''].join('\n')
}

function fixed(number: number): string {
  return String(Number(number.toFixed(6)))
}
