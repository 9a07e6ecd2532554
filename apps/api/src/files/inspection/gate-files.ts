import { readFile } from 'node:fs/promises'
import { cocoLabels } from '@infra/inference/pictures/coco-labels'
import { sentencesOf, spokenText } from '@infra/inference/sound/spoken-text'
import { monoSamples, parseWav } from '@infra/inference/sound/wav'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { DecodedResult } from '@infra/trust/comparators/compare-results'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import { type GatedJob, gateResult } from '@infra/trust/gates/gate-result'
import type { SourceInput } from '@infra/trust/gates/is-other-input'
import { z } from 'zod'
import { decodeDrawing, decodeHole, decodePicture, decodeTraced, isTextured } from './decode-picture.ts'
import { checkSvg } from './svg-rules.ts'

/** A stored file, fetched for its inspection. */
export interface FetchedFile {
  path: string
  bytes: number
  /** Of a picture. */
  width: number | null
  height: number | null
}

/** What a job was given: values, and files by their field names. */
export interface FetchedInput {
  input: AppInput
  files: Record<string, FetchedFile>
}

/** What a node submitted: texts and files, by the names of the app's outputs. */
export interface FetchedResult {
  texts: Record<string, string>
  outputs: Record<string, FetchedFile>
}

/** A result to compare with its job. */
export interface GateTask extends FetchedInput, FetchedResult {
  gate: string
  /** The input for which the node submitted the same file before. */
  earlier: FetchedInput | null
}

/** A node scales a picture down if its file would be larger than 60 MB; the file still has more than half of that then. */
const REDUCED_BYTES_MIN = 30_000_000

/** What is wrong with a result, as a sentence, or null. It opens files of strangers, so only the inspector may call it. */
export async function gateFiles(task: GateTask): Promise<GateRefusal> {
  const { gate, earlier } = task
  const job: GatedJob = { ...(await decodeSource(gate, task)), ...(await decodeOptions(task)) }
  const result = await decodeResult(task)
  return gateResult(gate, result, earlier ? { ...job, earlier: await decodeSource(gate, earlier) } : job)
}

/** What the result is made from. */
async function decodeSource(app: string, { input, files }: FetchedInput): Promise<SourceInput> {
  if (app === 'speak') {
    const sentences = sentencesOf(spokenText(String(input.text ?? '')))
    return { spoken: { sentences, speed: Number(input.speed ?? 1) } }
  }
  const image = files.image!
  // For words, only the size of their picture is needed.
  if (app === 'read-text') return { picture: { data: new Uint8Array(), ...sizeOf(image) } }
  const bytes = await readFile(image.path)
  const isBinary = input.colors === 'binary'
  return { picture: await (app === 'vectorise' ? decodeTraced(bytes, isBinary) : decodePicture(bytes)) }
}

/** For all apps: those that don't have an option leave it out. */
async function decodeOptions({ gate, input, files, outputs }: GateTask): Promise<GatedJob> {
  const amount = (name: string, otherwise = 0) => Number(input[name] ?? otherwise)
  return {
    isTransparent: input.background !== 'color',
    margins: {
      left: amount('left'),
      right: amount('right'),
      top: amount('top'),
      bottom: amount('bottom'),
    },
    coarseness: {
      speckle: amount('speckle', 4),
      detail: amount('detail', 6),
      isTextured: gate === 'vectorise' && (await isTextured(await readFile(files.image!.path))),
    },
    labels: cocoLabels,
    mayBeSmaller: (outputs.picture?.bytes ?? 0) > REDUCED_BYTES_MIN,
    ...(files.mask && { hole: await decodeHole(await readFile(files.mask.path), sizeOf(files.image!)) }),
  }
}

/** `drawingSide`: the longer side at which a drawing is rendered. */
export async function decodeResult(
  { files, texts, outputs }: Pick<FetchedInput, 'files'> & FetchedResult,
  drawingSide?: number,
): Promise<DecodedResult> {
  const result: DecodedResult = {}
  if (texts.text !== undefined) result.text = texts.text
  const { picture, drawing, speech, words, objects } = outputs
  if (picture) result.picture = await decodePicture(await readFile(picture.path))
  if (drawing) {
    const svg = await readFile(drawing.path)
    result.picture = await decodeDrawing(svg, checkSvg(svg.toString()), sizeOf(files.image!), drawingSide)
  }
  if (speech) {
    const wav = parseWav(await readFile(speech.path))
    result.sound = { samples: monoSamples(wav), rate: wav.format.rate }
  }
  if (words) Object.assign(result, { words: await readJson(words, Words) })
  if (objects) Object.assign(result, { objects: await readJson(objects, Objects) })
  return result
}

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const Words = z.array(z.object({ text: z.string(), box: Box }))
const Objects = z.array(z.object({ label: z.string(), score: z.number(), box: Box }))

/** Undefined if it doesn't match the schema; then the result is incomplete. */
async function readJson<T>(file: FetchedFile, schema: z.ZodType<T>): Promise<T | undefined> {
  return schema.safeParse(JSON.parse(await readFile(file.path, 'utf8'))).data
}

export function sizeOf({ width, height }: FetchedFile): { width: number; height: number } {
  return { width: width!, height: height! }
}
