import type { OutputKind } from '@infra/protocol/apps/app'
import { outputBytesMax } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import { parseJson } from '../../http/parse-json.ts'
import { corrupt, mismatch } from '../file-rules.ts'
import {
  keepOrRewritePicture,
  makeThumbnails,
  maskFromAlpha,
  rewritePicture,
  type StoredPicture,
  type Thumbnails,
} from './pictures.ts'
import { readWav } from './read-wav.ts'
import { hasSupportedExtension, sniff } from './sniff-rules.ts'
import { checkSvg, SVG_BYTES_MAX } from './svg-rules.ts'

const JSON_BYTES_MAX = outputBytesMax.json

/** What to store. `bytes` is the given buffer itself if nothing had to change. */
interface Findings {
  bytes: Buffer
  kind: Exclude<OutputKind, 'text'>
  mime: string
  width: number | null
  height: number | null
  seconds: number | null
  thumbnails: Thumbnails | null
}

/** A person's upload: a still picture or a sound, recognized by its content. The name only affects the message of a refusal. */
export async function inspectUpload(
  bytes: Buffer,
  { fileName, isAlphaMask = false }: { fileName: string; isAlphaMask?: boolean },
): Promise<Findings> {
  if (bytes.length === 0) throw empty()
  const format = sniff(bytes)
  switch (format) {
    case 'png':
    case 'jpeg':
    case 'webp':
      return withThumbnails(
        await (isAlphaMask ? maskFromAlpha(format, bytes) : rewritePicture(format, bytes)),
      )
    case 'wav':
      return inspectSound(bytes)
    case 'gif':
      throw mismatch('GIF cannot be used. Send a PNG, JPEG or WebP picture.')
    case 'unknown':
      if (hasSupportedExtension(fileName)) throw mismatch('The file is not what its name says.')
      throw new Refusal('unsupported_media_type', 'Send a PNG, JPEG or WebP picture, or a WAV sound.')
  }
}

/** A file that a node sent as an output of this kind. */
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
    throw mismatch('Text is submitted with the result, not as a file.')
  },
}

async function withThumbnails(picture: StoredPicture): Promise<Findings> {
  return { ...picture, kind: 'image', seconds: null, thumbnails: await makeThumbnails(picture) }
}

function inspectSound(sound: Buffer): Findings {
  const { bytes, seconds } = readWav(sound)
  return { bytes, seconds, kind: 'audio', mime: 'audio/wav', width: null, height: null, thumbnails: null }
}

function refuseOtherJson(bytes: Buffer): void {
  decodeUtf8(bytes)
  try {
    // No limit of values is needed here: this runs in a child process with a time limit.
    parseJson(bytes, { valuesMax: JSON_BYTES_MAX })
  } catch (cause) {
    if (cause instanceof Refusal) throw mismatch(`The file is not JSON. ${cause.message}`)
    throw corrupt(cause)
  }
}

/** Refuses a byte order mark, because readers treat it differently. */
function decodeUtf8(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.startsWith('\uFEFF')) return text
  } catch {
    // Refused below, together with the byte order mark.
  }
  throw notOf('text in UTF-8 without a byte order mark')
}

function empty(): Refusal {
  return new Refusal('empty_file', 'The file is empty.')
}

function notOf(wanted: string): Refusal {
  return mismatch(`The file is not ${wanted}.`)
}
