import { z } from 'zod'
import type { OutputKind } from './apps/app.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './refusal.ts'
import { IsoDate } from './values/iso-date.ts'

export const UPLOAD_BYTES_MAX = 8 * 1024 * 1024
/** The size of a JSON body that contains a file as a data URL, which is a third larger than the file. */
export const BODY_WITH_FILES_BYTES_MAX = 12 * 1024 * 1024

export const UPLOAD_PIXELS_MAX = 40_000_000

/**
 * What a node fetches for a job: a picture is rewritten, and a lossless one is at most as large as its pixels. Sounds stay as they were
 * sent.
 */
export const inputBytesMax = {
  image: UPLOAD_PIXELS_MAX * 4 + UPLOAD_BYTES_MAX,
  mask: UPLOAD_PIXELS_MAX * 4 + UPLOAD_BYTES_MAX,
  audio: UPLOAD_BYTES_MAX,
}

/** A node's result; pictures with many pixels are larger than what people send. */
export const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** Text isn't a file: it's submitted with the result. */
export const outputBytesMax: Record<OutputKind, number> = {
  image: OUTPUT_BYTES_MAX,
  audio: OUTPUT_BYTES_MAX,
  svg: 16 * 1024 * 1024,
  json: 4 * 1024 * 1024,
  text: 0,
}

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A file that a person uploaded, to be named in a job's input. */
export const UploadedFile = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'audio']),
  mime: z.string(),
  bytes: z.int(),
  sha256: Sha256,
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.number().nullable(),
  /** Signed, and valid for a quarter of an hour. */
  url: z.string(),
  /** Stored until then, or for as long as a job uses it. */
  expiresAt: IsoDate,
})
export type UploadedFile = z.infer<typeof UploadedFile>

const uploadRefusals = [
  'corrupt_file',
  'empty_file',
  'quota_exceeded',
  'storage_full',
  'type_mismatch',
] as const satisfies readonly ErrorCode[]

/** For orders that include their files, as data URLs or as addresses to fetch. */
export const inlineFileRefusals = [
  ...uploadRefusals,
  'fetch_failed',
  'fetch_off',
  'url_refused',
] as const satisfies readonly ErrorCode[]

export const uploadFile = endpoint({
  method: 'POST',
  path: '/file',
  summary: 'Send a picture or a sound for a job: form data with one `file`.',
  caller: 'account',
  scope: 'order',
  upload: { bytesMax: UPLOAD_BYTES_MAX },
  response: UploadedFile,
  status: 201,
  limit: { count: 120, seconds: 60 },
  refusals: uploadRefusals,
})

export const getUpload = endpoint({
  method: 'GET',
  path: '/file/upload/{id}',
  summary: 'A file that I sent.',
  caller: 'account',
  scope: 'read',
  params: z.object({ id: z.uuid() }),
  response: UploadedFile,
  refusals: ['input_expired'],
})

/** Public results need no signature; everything else does. `size` asks for a smaller picture. */
export const getFile = endpoint({
  method: 'GET',
  path: '/file/{name}',
  summary: 'The bytes of a file. Its name is the SHA-256 of its content.',
  caller: 'anyone',
  params: z.object({ name: z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]{2,5})?$/) }),
  query: z.strictObject({
    size: z.enum(['320', '640']).optional(),
    format: z.enum(['avif', 'webp']).optional(),
    expires: z.string().max(16).optional(),
    signature: z.string().max(64).optional(),
    download: z.string().max(100).optional(),
  }),
  media: 'file',
  response: null,
  refusals: ['range_not_satisfiable', 'url_invalid'],
})
