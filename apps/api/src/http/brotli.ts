import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)

/** The step at which what changes by the second is packed in a millisecond. */
const QUALITY = 5

export function packBrotli(content: string | Buffer): Promise<Buffer> {
  return compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
}

/** Whether who asks can unpack it, and did not say that they would rather not. */
export function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '')
}
