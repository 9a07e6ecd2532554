import type { FastifyRequest } from 'fastify'

/** Whether who asks can unpack it, and did not say that he would rather not. */
export function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '')
}
