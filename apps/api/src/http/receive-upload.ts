import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from '@infra/protocol/refusal'
import { isStorageFull, storageFull } from './storage-full.ts'

/** An uploaded file in a temporary folder. It is removed once the endpoint is done with it. */
export interface ReceivedUpload {
  path: string
  bytes: number
  sha256: string
  /** The sender's name for it; don't trust it. */
  fileName: string
}

/** The form around the file: boundaries and the headers of the part. */
const FORM_BYTES_MAX = 16 * 1024

/** RFC 2046. */
const BOUNDARY_CHARACTERS_MAX = 70

/** A slow upload is fine, but not one that stalls for this long. */
export const IDLE_MS_MAX = 20_000

const FORM_LIMITS = { files: 2, fields: 1, parts: 3, fieldSize: 1024, headerPairs: 20, headerSize: 8 * 1024 }

/** Refuses by the headers, before the body is read, so that a refusal costs neither side anything. */
export function expectUpload(request: IncomingMessage, bytesMax: number): void {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Send the file as form data.')
  }
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + FORM_BYTES_MAX) throw tooLarge(bytesMax)
}

/** Streams the one file of a form to disk. Whatever goes wrong, nothing is left in the folder. */
export async function receiveUpload(
  request: IncomingMessage,
  { bytesMax, folder }: { bytesMax: number; folder: string },
): Promise<ReceivedUpload> {
  const form = openForm(request, { ...FORM_LIMITS, fileSize: bytesMax })
  const path = join(folder, randomUUID())
  const stop = new AbortController()
  let saved: Promise<Omit<ReceivedUpload, 'fileName'>> | undefined
  let fileName = ''

  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  form.on('file', (name, content, givenName) => {
    // The parser may still emit an error after the listeners were removed.
    content.on('error', () => {})
    content.on('limit', () => reject(tooLarge(bytesMax)))
    // A part that follows the one that was refused.
    if (stop.signal.aborted) return
    if (name !== 'file') return reject(notKnown(name))
    if (saved) return reject(notOneFile())
    fileName = givenName ?? ''
    saved = save(content, path, stop.signal)
    saved.catch(reject)
  })
  form.on('field', (name) => reject(name === 'file' ? notOneFile() : notKnown(name)))
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    form.on(limit, () => reject(notOneFile()))
  }
  form.on('error', (cause) => reject(unreadable(cause)))
  form.on('finish', resolve)
  request.on('error', reject)
  request.setTimeout(IDLE_MS_MAX, () => reject(new Refusal('request_timeout', 'The file stopped arriving.')))
  request.pipe(form)

  try {
    await finished
    if (!saved) throw notOneFile()
    return { ...(await saved), fileName }
  } catch (error) {
    stop.abort()
    await saved?.catch(() => {})
    await rm(path, { force: true })
    throw isStorageFull(error) ? storageFull(error) : error
  } finally {
    request.setTimeout(0)
    request.unpipe(form)
    // The rest of a refused upload must not block the connection.
    request.resume()
  }
}

/** Streams a file to disk, counting and hashing it. */
export async function save(content: Readable, path: string, signal: AbortSignal) {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { signal },
  )
  return { path, bytes, sha256: hash.digest('hex') }
}

export function openForm(request: IncomingMessage, limits: BusboyConfig['limits']): BusboyInstance {
  const type = request.headers['content-type'] ?? ''
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(type)
  const characters = (boundary?.[1] ?? boundary?.[2] ?? '').length
  if (characters === 0 || characters > BOUNDARY_CHARACTERS_MAX) throw unreadable()
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits,
    })
  } catch (cause) {
    throw unreadable(cause)
  }
}

export function tooLarge(bytesMax: number): Refusal {
  return new Refusal('payload_too_large', `The file is larger than ${Math.floor(bytesMax / 1024 / 1024)} MB.`)
}

export function unreadable(cause?: unknown): Refusal {
  return new Refusal('malformed_request', 'The form could not be read.', { cause })
}

function notOneFile(): Refusal {
  return invalidField('file', 'must be one file')
}

function notKnown(name: string | undefined): Refusal {
  return invalidField((name ?? '').slice(0, 100), 'is not known here')
}

export function invalidField(name: string, message: string): Refusal {
  return new Refusal('validation_failed', '1 field is not valid.', {
    errors: [{ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message }],
  })
}
