import type { OutputKind } from '@infra/protocol/apps/app'
import { outputBytesMax } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import { parseJson } from '../../http/parse-json.ts'
import { corrupt, mismatch } from '../file-rules.ts'
import {
  type KeptPicture,
  keepOrRewritePicture,
  makeThumbnails,
  rewritePicture,
  type Thumbnails,
} from './pictures.ts'
import { readWav } from './read-wav.ts'
import { claimsToBeOurs, sniff } from './sniff-rules.ts'
import { checkSvg, SVG_BYTES_MAX } from './svg-rules.ts'

const JSON_BYTES_MAX = outputBytesMax.json

/** What is to be kept. `bytes` is the very buffer that was given where nothing had to change. */
interface Findings {
  bytes: Buffer
  kind: Exclude<OutputKind, 'text'>
  mime: string
  width: number | null
  height: number | null
  seconds: number | null
  thumbnails: Thumbnails | null
}

/** What people send: a still picture or a sound, known by its content. The name matters for the words of a refusal only. */
export async function inspectUpload(bytes: Buffer, fileName: string): Promise<Findings> {
  if (bytes.length === 0) throw empty()
  const format = sniff(bytes)
  switch (format) {
    case 'png':
    case 'jpeg':
    case 'webp':
      return withThumbnails(await rewritePicture(format, bytes))
    case 'wav':
      return inspectSound(bytes)
    case 'gif':
      throw mismatch('GIF cannot be used. Send a PNG, JPEG or WebP picture.')
    case 'unknown':
      if (claimsToBeOurs(fileName)) throw mismatch('The file is not what its name says.')
      throw new Refusal('unsupported_media_type', 'Send a PNG, JPEG or WebP picture, or a WAV sound.')
  }
}

/** What a node hands in as a result of a kind. */
export async function inspectOutput(bytes: Buffer, kind: OutputKind): Promise<Findings> {
  if (bytes.length === 0) throw empty()
  return inspectors[kind](bytes)
}

const inspectors: Record<OutputKind, (bytes: Buffer) => Promise<Findings>> = {
  image: async (bytes) => {
    const format = sniff(bytes)
    if (format !== 'png' && format !== 'jpeg' && format !== 'webp') throw notOf('a PNG, JPEG or WebP picture')
    return withThumbnails(await keepOrRewritePicture(format, bytes))
  },
  svg: async (bytes) => {
    if (bytes.length > SVG_BYTES_MAX) throw notOf('a drawing of at most 16 MB')
    const size = checkSvg(decodeUtf8(bytes))
    const drawing = await withThumbnails({ ...size, bytes, mime: 'image/svg+xml' })
    return { ...drawing, kind: 'svg' }
  },
  json: async (bytes) => {
    if (bytes.length > JSON_BYTES_MAX) throw notOf('JSON of at most 4 MB')
    refuseOtherJson(bytes)
    const none = { width: null, height: null, seconds: null, thumbnails: null }
    return { ...none, bytes, kind: 'json', mime: 'application/json' }
  },
  audio: async (bytes) => {
    if (sniff(bytes) !== 'wav') throw notOf('a WAV sound')
    return inspectSound(bytes)
  },
  text: async () => {
    throw mismatch('Text is handed in with the result, not as a file.')
  },
}

async function withThumbnails(picture: KeptPicture): Promise<Findings> {
  return { ...picture, kind: 'image', seconds: null, thumbnails: await makeThumbnails(picture) }
}

function inspectSound(sound: Buffer): Findings {
  const { bytes, seconds } = readWav(sound)
  return { bytes, seconds, kind: 'audio', mime: 'audio/wav', width: null, height: null, thumbnails: null }
}

function refuseOtherJson(bytes: Buffer): void {
  decodeUtf8(bytes)
  try {
    // In a process of its own, with a limit of time: as many values as fit.
    parseJson(bytes, { valuesMax: JSON_BYTES_MAX })
  } catch (cause) {
    if (cause instanceof Refusal) throw mismatch(`The file is not JSON. ${cause.message}`)
    throw corrupt(cause)
  }
}

/** A byte order mark is where readers begin to differ. */
function decodeUtf8(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.startsWith('\uFEFF')) return text
  } catch {
    // Told below, as one.
  }
  throw notOf('text in UTF-8 without a byte order mark')
}

function empty(): Refusal {
  return new Refusal('empty_file', 'The file is empty.')
}

function notOf(wanted: string): Refusal {
  return mismatch(`The file is not ${wanted}.`)
}
