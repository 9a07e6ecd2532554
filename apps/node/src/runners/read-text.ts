import { evenLight, isUneven } from '@infra/inference/pictures/even-light'
import { type Plane, plane } from '@infra/inference/pictures/plane'
import { slantOf } from '@infra/inference/pictures/slant'
import type { Sharp } from 'sharp'
import { createWorker, type Page, PSM, type Worker } from 'tesseract.js'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import type { Runner } from './runner.ts'
import sharp from './sharp.ts'

/** Small pictures are enlarged: Tesseract reads capitals of about thirty pixels best. */
const SIDE_MIN = 1600
const ENLARGE_MAX = 3
const SIDE_MAX = 4096

/** Wide enough to see how lines of text slant. */
const SLANT_WIDTH = 800

/** Tesseract reads lines that slant less than this. */
const SLANT_MIN = 0.4

const segmentation: Record<string, PSM> = {
  auto: PSM.AUTO,
  block: PSM.SINGLE_BLOCK,
  line: PSM.SINGLE_LINE,
  sparse: PSM.SPARSE_TEXT,
}

/** Reads printed English, with the position of each word. */
export const readText: Runner = async ({ input, files, weights, progress }) => {
  progress(0.02, 'Reading the picture')
  const picture = await readPicture(files.image)
  const pages = await prepared(picture)

  progress(0.1, 'Loading the reader')
  const worker = await reader(weights['tesseract-eng']!)
  await worker.setParameters({ tessedit_pageseg_mode: segmentation[String(input.layout)] ?? PSM.AUTO })
  const readings: Reading[] = []
  for (const [index, { image, toOriginal }] of pages.entries()) {
    reportProgress = (part) => progress(0.2 + (0.75 * (index + part)) / pages.length, 'Reading the words')
    const { data } = await worker.recognize(image, {}, { text: true, blocks: true })
    readings.push({ text: data.text.trim(), words: wordsOf(data, toOriginal, picture) })
  }

  progress(0.97, 'Writing it down')
  const { text, words } = readings.toSorted((one, other) => legible(other) - legible(one))[0]!
  return [
    { name: 'text', kind: 'text', text },
    { name: 'words', kind: 'json', bytes: Buffer.from(JSON.stringify(words)) },
  ]
}

interface Reading {
  text: string
  words: { text: string; confidence: number; box: ReturnType<typeof boxOf> }[]
}

/** How many letters were read, weighted by how sure the reader is of their words. */
function legible({ words }: Reading): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
}

function wordsOf({ blocks }: Page, toOriginal: ToOriginal, picture: Picture): Reading['words'] {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap((line) => line.words)
    .map(({ text, confidence, bbox }) => ({
      text,
      confidence: Math.round(confidence) / 100,
      box: boxOf(bbox, toOriginal, picture),
    }))
}

let started: Promise<Worker> | undefined
let reportProgress: (part: number) => void = () => {}

/** Started once per process: starting takes longer than reading most pages. */
function reader(folder: string): Promise<Worker> {
  started ??= createWorker('eng', 1, {
    langPath: folder,
    gzip: true,
    cacheMethod: 'none',
    logger: ({ status, progress }) => {
      if (status === 'recognizing text') reportProgress(progress)
    },
  })
  return started
}

/** Maps a point of the prepared page to the picture. */
type ToOriginal = (x: number, y: number) => [x: number, y: number]

interface Prepared {
  image: Buffer
  toOriginal: ToOriginal
}

/**
 * Dark on light, without color and upright, at a size that suits the reader. A page that is darker in places is tried both as it is and
 * evenly lit: a shadow hides print from the reader, but a dark panel has light print that evening the light would hide.
 */
async function prepared(picture: Picture): Promise<Prepared[]> {
  const longer = Math.max(picture.width, picture.height)
  const scale = Math.min(Math.max(1, Math.min(ENLARGE_MAX, SIDE_MIN / longer)), SIDE_MAX / longer)
  const width = Math.max(1, Math.round(picture.width * scale))
  const grey = picture
    .open()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width, kernel: 'lanczos3' })
  const isDark = (await meanOf(picture)) < 110
  const page = isDark ? grey.negate() : grey
  const asItIs = await planeOf(page.clone())
  if (!isUneven(asItIs)) return [await straightened(asItIs, await slantOn(asItIs), picture)]
  // The shadows would show their noise.
  const even = evenLight(await planeOf(page.clone().blur(1)))
  const slant = await slantOn(even)
  return [await straightened(even, slant, picture), await straightened(asItIs, slant, picture)]
}

async function slantOn(page: Plane): Promise<number> {
  return slantOf(await planeOf(ofPlane(page).resize({ width: SLANT_WIDTH })))
}

async function straightened(page: Plane, slant: number, picture: Picture): Promise<Prepared> {
  const enlarged = page.width / picture.width
  const isStraight = Math.abs(slant) < SLANT_MIN
  const { data, info } = await (isStraight
    ? ofPlane(page)
    : ofPlane(page).rotate(-slant, { background: '#fff' })
  )
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  if (isStraight) return { image: data, toOriginal: (x, y) => [x / enlarged, y / enlarged] }
  const turn = (slant * Math.PI) / 180
  return {
    image: data,
    // The page was turned around its middle, on paper that has grown to hold its corners.
    toOriginal: (x, y) => {
      const [fromMiddle, below] = [x - info.width / 2, y - info.height / 2]
      return [
        (fromMiddle * Math.cos(turn) - below * Math.sin(turn)) / enlarged + picture.width / 2,
        (fromMiddle * Math.sin(turn) + below * Math.cos(turn)) / enlarged + picture.height / 2,
      ]
    },
  }
}

async function planeOf(grey: Sharp): Promise<Plane> {
  const { data, info } = await grey.greyscale().raw().toBuffer({ resolveWithObject: true })
  return plane(info.width, info.height, Float32Array.from(data))
}

function ofPlane({ values, width, height }: Plane): Sharp {
  return sharp(Buffer.from(Uint8Array.from(values)), { raw: { width, height, channels: 1 } })
}

async function meanOf(picture: Picture): Promise<number> {
  const { data } = await rgbaOf(picture.open().flatten({ background: '#fff' }).resize({ width: 64 }))
  let sum = 0
  // Green alone is close enough to brightness.
  for (let at = 1; at < data.length; at += 4) sum += data[at]!
  return sum / (data.length / 4)
}

/** The upright box around a word, within the picture. */
function boxOf(
  { x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number },
  toOriginal: ToOriginal,
  picture: Picture,
) {
  const corners = [toOriginal(x0, y0), toOriginal(x1, y0), toOriginal(x0, y1), toOriginal(x1, y1)]
  const [left, right] = span(
    corners.map(([x]) => x),
    picture.width,
  )
  const [top, bottom] = span(
    corners.map(([, y]) => y),
    picture.height,
  )
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** From the first whole pixel to after the last, at least one, within the picture. */
function span(values: number[], size: number): [from: number, to: number] {
  const from = Math.max(0, Math.min(size - 1, Math.floor(Math.min(...values))))
  return [from, Math.max(from + 1, Math.min(size, Math.ceil(Math.max(...values))))]
}
