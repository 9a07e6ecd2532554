import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)

/** A quality that takes about a millisecond, for pages that change every second. */
const QUALITY = 5

export function packBrotli(content: string | Buffer): Promise<Buffer> {
  return compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
}

/** Whether the client accepts Brotli and doesn't rank it at zero. */
export function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '')
}
