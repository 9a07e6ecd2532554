import type { OutputKind } from '@infra/protocol/apps/app'
import { UPLOAD_PIXELS_MAX } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'

const HOUR_MS = 60 * 60_000

/** An upload that no job uses is kept this long. */
export const UPLOAD_KEPT_MS = 24 * HOUR_MS

/** How much one person may send in a day. */
export const QUOTA_BYTES = 500 * 1000 * 1000
export const QUOTA_MS = 24 * HOUR_MS

/** The sizes of smaller pictures: their longer side, in pixels. */
export const thumbnailSizes = [320, 640] as const
export const thumbnailFormats = ['avif', 'webp'] as const

/** Whether an unknown upload has probably expired: its id contains the time at which it was made. */
export function hasProbablyExpired(id: string, now: Date): boolean {
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return id[14] === '7' && madeAt < now.getTime() - UPLOAD_KEPT_MS
}

export interface BlobFacts {
  sha256: string
  mime: string
  kind: OutputKind
  width: number | null
  height: number | null
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'application/json': 'json',
}

export function extensionOf(mime: string): string {
  return extensions[mime] ?? 'bin'
}

export function hasThumbnails({ kind }: Pick<BlobFacts, 'kind'>): boolean {
  return kind === 'image' || kind === 'svg'
}

export function thumbnailKey(sha256: string, size: number | string, format: string): string {
  return `${sha256}.${size}.${format}`
}

/** All keys in the store for a blob. */
export function keysOf(blob: Pick<BlobFacts, 'sha256' | 'kind'>): string[] {
  if (!hasThumbnails(blob)) return [blob.sha256]
  const thumbnails = thumbnailSizes.flatMap((size) =>
    thumbnailFormats.map((format) => thumbnailKey(blob.sha256, size, format)),
  )
  return [blob.sha256, ...thumbnails]
}

/** Thumbnails are never larger than the picture itself. */
export function thumbnailWidth({ width, height }: { width: number; height: number }, size: number): number {
  return Math.max(1, Math.round(width * Math.min(1, size / Math.max(width, height))))
}

/** Checks the header before anything is decoded, because a small file can contain a picture that fills the memory. */
export function refuseManyPixels({ width, height }: { width: number; height: number }): void {
  if (width * height <= UPLOAD_PIXELS_MAX) return
  const message = `must have at most ${UPLOAD_PIXELS_MAX / 1_000_000} megapixels`
  throw new Refusal('validation_failed', `The picture ${message}.`, {
    errors: [{ pointer: '/file', message }],
  })
}

export function corrupt(cause?: unknown): Refusal {
  return new Refusal('corrupt_file', 'The file is damaged or not complete.', { cause })
}

export function mismatch(sentence: string): Refusal {
  return new Refusal('type_mismatch', sentence)
}
