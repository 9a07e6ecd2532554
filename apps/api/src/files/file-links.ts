import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { type BlobFacts, extensionOf, hasThumbnails, thumbnailSizes, thumbnailWidth } from './file-rules.ts'

const MINUTE_MS = 60_000

/** How long a link to a private file is valid, at most. */
const LINK_MS = 15 * MINUTE_MS

/** The link stays the same for this long, so that the browser can use its cache when a list is loaded again. */
const SAME_LINK_MS = 5 * MINUTE_MS

export interface FileLinks {
  url: string
  thumbnailUrl: string | null
  thumbnailSrcset: string | null
}

type LinkDeps = { config: Pick<Deps['config'], 'apiPrefix'>; files: Pick<Deps['files'], 'linkKey'> }

/** The URLs of a file: permanent if it's public, else signed and valid for a quarter of an hour. */
export function fileLinks(
  { config, files }: LinkDeps,
  blob: BlobFacts,
  { isPublic, now }: { isPublic: boolean; now: Date },
): FileLinks {
  const path = `${config.apiPrefix}/file/${blob.sha256}.${extensionOf(blob.mime)}`
  const signed = isPublic ? {} : sign(files.linkKey, blob.sha256, now)
  const link = (params: Record<string, string>) => {
    const query = new URLSearchParams({ ...params, ...signed }).toString()
    return query ? `${path}?${query}` : path
  }
  const { width, height } = blob
  if (!hasThumbnails(blob) || !width || !height) {
    return { url: link({}), thumbnailUrl: null, thumbnailSrcset: null }
  }
  const smaller = thumbnailSizes.map((size) => ({
    url: link({ size: String(size), format: 'avif' }),
    width: thumbnailWidth({ width, height }, size),
  }))
  // All sizes of a small picture are the same.
  const distinct = smaller.filter((one, index) => one.width !== smaller[index + 1]?.width)
  return {
    url: link({}),
    thumbnailUrl: smaller.at(-1)!.url,
    thumbnailSrcset: distinct.map((one) => `${one.url} ${one.width}w`).join(', '),
  }
}

/** One signature covers all sizes of a file. */
function sign(key: Buffer, sha256: string, now: Date): { expires: string; signature: string } {
  const from = Math.floor(now.getTime() / SAME_LINK_MS) * SAME_LINK_MS
  const expires = String((from + LINK_MS) / 1000)
  return { expires, signature: signatureOf(key, sha256, expires) }
}

export function isSignatureGood(
  key: Buffer,
  link: { sha256: string; expires: string; signature: string },
  now: Date,
): boolean {
  const expected = Buffer.from(signatureOf(key, link.sha256, link.expires))
  const given = Buffer.from(link.signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return Number(link.expires) * 1000 > now.getTime()
}

function signatureOf(key: Buffer, sha256: string, expires: string): string {
  return createHmac('sha256', key).update(`file ${sha256} until ${expires}`).digest('base64url')
}
