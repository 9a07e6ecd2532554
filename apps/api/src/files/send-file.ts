import { Readable } from 'node:stream'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { contentDisposition, downloadName } from './content-disposition-rules.ts'
import { type BlobFacts, extensionOf, hasThumbnails, thumbnailKey } from './file-rules.ts'
import { type ByteRange, readRange } from './range-rules.ts'

interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  file: BlobFacts & { bytes: number }
  /** Whether shared caches may store it. */
  isPublic: boolean
  /** Someone has it as their picture. A moderator may take it down, so caches store it only briefly. */
  isAvatar?: boolean
  thumbnail?: { size: string; format: string }
  /** The file name, if it should be downloaded. */
  download?: string
}

/** For private files, and for those that may be taken down. */
const BRIEF_SECONDS = 600

/** Sends a file, a range of it, or 304 if the caller already has it. */
export async function sendFile({ files }: Pick<Deps, 'files'>, sending: Sending): Promise<FastifyReply> {
  const { request, reply, file, thumbnail } = sending
  if (thumbnail && !hasThumbnails(file)) throw notThere()
  const key = thumbnail ? thumbnailKey(file.sha256, thumbnail.size, thumbnail.format) : file.sha256
  const etag = `"${key}"`
  const range = thumbnail ? 'whole' : rangeOf(request, etag, file.bytes)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.bytes}`)
    throw new Refusal('range_not_satisfiable', `The file has ${file.bytes} bytes.`)
  }
  if (isKnown(request, etag)) return reply.headers(cachingHeaders(sending, etag)).status(304).send()
  const opened = thumbnail
    ? await files.store.open(key)
    : await openVerified({ files }, { request, file, range })
  if (!opened) {
    request.log.error({ key }, 'a file is missing from the store')
    throw notThere()
  }
  reply.headers({ ...cachingHeaders(sending, etag), ...contentHeaders(sending) })
  if (range === 'whole') reply.header('content-length', opened.bytes)
  else reply.status(206).headers(partHeaders(range, opened.bytes))
  if (request.method !== 'HEAD') return reply.send(opened.content)
  if (opened.content instanceof Readable) opened.content.destroy()
  return reply.send()
}

/** HEAD only needs the database: the bytes aren't read, so nothing can be verified. */
async function openVerified(
  { files }: Pick<Deps, 'files'>,
  { request, file, range }: Pick<Sending, 'request' | 'file'> & { range: ByteRange | 'whole' },
) {
  const { bytes } = file
  if (request.method === 'HEAD') {
    const opened = await files.store.open(file.sha256)
    opened?.content.destroy()
    return opened && { bytes, content: undefined }
  }
  const content = await files.verified.read(file, range, (error) =>
    request.log.error({ err: error.cause }, 'a file in the store is damaged'),
  )
  return content && { bytes, content }
}

function rangeOf({ method, headers }: FastifyRequest, etag: string, bytes: number) {
  // A range is useless if the caller has another version; HEAD has no ranges.
  const condition = headers['if-range']
  if (method === 'HEAD' || (condition !== undefined && condition !== etag)) return 'whole'
  return readRange(headers.range, bytes)
}

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

function cachingHeaders({ isPublic, isAvatar }: Sending, etag: string): Record<string, string> {
  const duration = isPublic && !isAvatar ? 'max-age=31536000, immutable' : `max-age=${BRIEF_SECONDS}`
  return { etag, 'cache-control': `${isPublic ? 'public' : 'private'}, ${duration}` }
}

/** A file that is opened in its own tab must neither run nor load anything. */
function contentHeaders({ file, thumbnail, download }: Sending): Record<string, string> {
  const mime = thumbnail ? `image/${thumbnail.format}` : file.mime
  const extension = thumbnail?.format ?? extensionOf(file.mime)
  // SVG and JSON are shown by the web app; opened directly they are downloaded.
  const shown = mime.startsWith('audio/') || (mime.startsWith('image/') && mime !== 'image/svg+xml')
  const name = downloadName(download ?? file.sha256.slice(0, 12), extension)
  return {
    'content-type': mime,
    'content-disposition': contentDisposition(
      download === undefined && shown ? 'inline' : 'attachment',
      name,
    ),
    'content-security-policy': "sandbox; default-src 'none'",
    'accept-ranges': thumbnail ? 'none' : 'bytes',
  }
}

function partHeaders({ start, end }: ByteRange, bytes: number): Record<string, string> {
  return { 'content-range': `bytes ${start}-${end}/${bytes}`, 'content-length': String(end - start + 1) }
}

function notThere(): Refusal {
  return new Refusal('not_found', 'There is no such file.')
}
