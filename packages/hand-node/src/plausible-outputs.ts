import { sentencesOf, spokenText } from '@infra/inference/sound/spoken-text'
import { encodeWav } from '@infra/inference/sound/wav'
import { findApp } from '@infra/protocol/apps/catalogue'
import { type Assignment, type FinishedOutput, getInputFile, leaseOf } from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import sharp, { type Sharp } from 'sharp'
import { sendOutput, textOutput } from './result.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a node submits: text, or the bytes of a file. */
type Made = Record<string, string | Bytes>

/**
 * Outputs that pass the network's gates, made from the job's input without any model: no result of the app, but what might be one.
 * Files are sent under the lease.
 */
export async function plausibleOutputs(call: Call, job: Assignment): Promise<FinishedOutput[]> {
  return sendOutputs(call, job, await plausibleResult(call, job))
}

/** Submits these texts and files, by the names of the app's outputs. */
export async function sendOutputs(
  call: Call,
  job: Assignment,
  made: Record<string, string | Uint8Array>,
): Promise<FinishedOutput[]> {
  const outputs: FinishedOutput[] = []
  for (const { name, kind } of findApp(job.app.id)!.outputs) {
    const content = made[name]!
    outputs.push(
      typeof content === 'string'
        ? { ...textOutput(content), name }
        : await sendOutput(call, job, { name, kind, bytes: new Uint8Array(content) }),
    )
  }
  return outputs
}

/** The same before it is sent, for tests that change it. */
export async function plausibleResult(call: Call, job: Assignment): Promise<Made> {
  const make = Object.hasOwn(makers, job.app.id) ? makers[job.app.id] : undefined
  if (!make) throw new Error(`Nobody has said what ${job.app.id} may make.`)
  return make(job, (field) => fetchInput(call, job, field))
}

async function fetchInput(call: Call, job: Assignment, field: string): Promise<Buffer> {
  const { params, headers } = leaseOf(job)
  const file = await call(getInputFile, { params: { ...params, field }, headers })
  return Buffer.from(await file.arrayBuffer())
}

type Make = (job: Assignment, file: (field: string) => Promise<Buffer>) => Promise<Made>

const makers: Record<string, Make> = {
  echo: async ({ input }) => ({ text: String(input.text) }),
  write: async ({ jobId }) => ({ text: `A text of ${jobId}.` }),
  'story-teller': async ({ jobId, input }) => ({
    text: `${String(input.prompt ?? '').trimStart()} Then came ${jobId}.`.trimStart(),
  }),
  imagine: async ({ jobId }) => {
    const [red = 0, green = 0, blue = 0] = Buffer.from(jobId.replaceAll('-', ''), 'hex').subarray(-3)
    const background = { r: red, g: green, b: blue }
    return { picture: await png(sharp({ create: { width: 64, height: 64, channels: 3, background } })) }
  },
  // Of another colour in one corner, which is cut off.
  'cut-out': async (job, file) => {
    const { data, width, height } = await pixelsOf(sharp(await file('image')))
    const size = Math.max(1, Math.floor(Math.min(width, height) / 4))
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1) data.set([...markOf(job), 0], (y * width + x) * 4)
    const cut = sharp(data, { raw: { width, height, channels: 4 } })
    return { picture: await png(job.input.background === 'color' ? cut.flatten() : cut) }
  },
  upscale: async (_job, file) => {
    const { width, height } = await sharp(await file('image')).metadata()
    return {
      picture: await png(
        sharp(await file('image')).resize({
          width: width * 2,
          height: height * 2,
          fit: 'fill',
          kernel: 'nearest',
        }),
      ),
    }
  },
  'erase-fill': async (_job, file) => ({ picture: await png(sharp(await file('image')).ensureAlpha()) }),
  'expand-photo': async ({ input }, file) => {
    const side = (name: string) => Number(input[name] ?? 0)
    const sides = { left: side('left'), right: side('right'), top: side('top'), bottom: side('bottom') }
    return { picture: await png(sharp(await file('image')).extend({ ...sides, extendWith: 'mirror' })) }
  },
  'find-objects': async (_job, file) => ({
    picture: await png(sharp(await file('image'))),
    objects: json([]),
  }),
  vectorise: async ({ jobId, input }, file) => ({
    drawing: await drawMosaic(await file('image'), {
      id: `job-${jobId}`,
      isBinary: input.colors === 'binary',
    }),
  }),
  'read-text': async ({ jobId }, file) => {
    const { width, height } = await sharp(await file('image')).metadata()
    const words = ['Warm', 'places', 'are', 'where', 'the', 'work', 'is.', jobId]
    const box = { x: 0, y: 0, width, height }
    return {
      text: words.join(' '),
      words: json(words.map((text) => ({ text, confidence: 0.9, box }))),
    }
  },
  transcribe: async ({ jobId }) => ({
    text: `Nobody said ${jobId}.`,
    srt: `1\n00:00:00,000 --> 00:00:00,100\nNobody said ${jobId}.\n`,
  }),
  speak: async (job) => ({ speech: hum(job) }),
}

/** A colour that hardly any other job has. */
function markOf({ jobId }: Assignment): number[] {
  return [...Buffer.from(jobId.replaceAll('-', ''), 'hex').subarray(-3)]
}

function json(value: unknown): Bytes {
  return new TextEncoder().encode(JSON.stringify(value))
}

async function png(picture: Sharp): Promise<Bytes> {
  return new Uint8Array(await picture.png().toBuffer())
}

async function pixelsOf(picture: Sharp): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A drawing of squares in the colours of the picture; another one for each id. */
export async function drawMosaic(
  image: Buffer,
  { id, isBinary = false }: { id: string; isBinary?: boolean },
): Promise<Bytes> {
  const { width, height } = await sharp(image).metadata()
  const small = sharp(image).flatten({ background: '#fff' }).resize({ width: 32, height: 32, fit: 'fill' })
  const { data } = await pixelsOf(small)
  const squares = Array.from({ length: 32 * 32 }, (_, at) => {
    const [red, green, blue] = data.subarray(at * 4, at * 4 + 3) as unknown as [number, number, number]
    const isLight = 0.3 * red + 0.59 * green + 0.11 * blue >= 128
    const binary = isLight ? 'ffffff' : '000000'
    const fill = isBinary ? binary : data.toString('hex', at * 4, at * 4 + 3)
    return `<rect x="${at % 32}" y="${Math.floor(at / 32)}" width="1.1" height="1.1" fill="#${fill}"/>`
  })
  const scale = `scale(${width / 32} ${height / 32})`
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g id="${id}" transform="${scale}">${squares.join('')}</g></svg>`,
  )
}

const RATE = 8_000

/** As long as speaking the text would take, with the job's own pitch and loudness. With only pitches, even thousands would repeat. */
function hum({ jobId, input }: Assignment): Bytes {
  const sentences = sentencesOf(spokenText(String(input.text)))
  const characters = sentences.reduce((sum, { length }) => sum + length, 0)
  const seconds = characters / Number(input.speed ?? 1) / 14
  const hertz = 100 + (Number.parseInt(jobId.slice(-6), 16) % 100_000) / 1_000
  const loudness = 0.3 + (0.2 * Number.parseInt(jobId.slice(-10, -6), 16)) / 0x1_00_00
  const samples = Float32Array.from(
    { length: Math.ceil(seconds * RATE) },
    (_, at) => loudness * Math.sin((2 * Math.PI * hertz * at) / RATE),
  )
  return new Uint8Array(encodeWav(samples, RATE))
}
