import { createWorker, PSM, type Worker } from 'tesseract.js'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import type { Runner } from './runner.ts'

/** Small pictures are enlarged: Tesseract reads capitals of about thirty pixels best. */
const SIDE_MIN = 1600
const ENLARGE_MAX = 3
const SIDE_MAX = 4096

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
  const { image, scale } = await prepared(picture)

  progress(0.1, 'Loading the reader')
  const worker = await reader(weights['tesseract-eng']!)
  await worker.setParameters({ tessedit_pageseg_mode: segmentation[String(input.layout)] ?? PSM.AUTO })
  told = (part) => progress(0.2 + 0.75 * part, 'Reading the words')
  const { data } = await worker.recognize(image, {}, { text: true, blocks: true })

  progress(0.97, 'Writing it down')
  const words = (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap((line) => line.words)
    .map(({ text, confidence, bbox }) => ({
      text,
      confidence: Math.round(confidence) / 100,
      box: boxOf(bbox, scale, picture),
    }))
  return [
    { name: 'text', kind: 'text', text: data.text.trim() },
    { name: 'words', kind: 'json', bytes: Buffer.from(JSON.stringify(words)) },
  ]
}

let started: Promise<Worker> | undefined
let told: (part: number) => void = () => {}

/** Started once per process: starting takes longer than reading most pages. */
function reader(folder: string): Promise<Worker> {
  started ??= createWorker('eng', 1, {
    langPath: folder,
    gzip: true,
    cacheMethod: 'none',
    logger: ({ status, progress }) => {
      if (status === 'recognizing text') told(progress)
    },
  })
  return started
}

/** Dark on light, without colour, at a size that suits the reader. */
async function prepared(picture: Picture): Promise<{ image: Buffer; scale: number }> {
  const longer = Math.max(picture.width, picture.height)
  const scale = Math.min(Math.max(1, Math.min(ENLARGE_MAX, SIDE_MIN / longer)), SIDE_MAX / longer)
  const width = Math.max(1, Math.round(picture.width * scale))
  const grey = picture
    .open()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width, kernel: 'lanczos3' })
  const isDark = (await meanOf(picture)) < 110
  const image = await (isDark ? grey.negate() : grey).png({ compressionLevel: 1 }).toBuffer()
  return { image, scale: width / picture.width }
}

async function meanOf(picture: Picture): Promise<number> {
  const { data } = await rgbaOf(picture.open().flatten({ background: '#fff' }).resize({ width: 64 }))
  let sum = 0
  // Green alone is close enough to brightness.
  for (let at = 1; at < data.length; at += 4) sum += data[at]!
  return sum / (data.length / 4)
}

function boxOf(box: { x0: number; y0: number; x1: number; y1: number }, scale: number, picture: Picture) {
  const x = Math.min(picture.width - 1, Math.floor(box.x0 / scale))
  const y = Math.min(picture.height - 1, Math.floor(box.y0 / scale))
  return {
    x,
    y,
    width: Math.max(1, Math.min(picture.width, Math.ceil(box.x1 / scale)) - x),
    height: Math.max(1, Math.min(picture.height, Math.ceil(box.y1 / scale)) - y),
  }
}
