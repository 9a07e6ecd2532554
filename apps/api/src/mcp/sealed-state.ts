import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

type SealDeps = { files: Pick<Deps['files'], 'linkKey'> }

/** State that a client carries for us and can't change: our text, and a proof that we made it for this purpose. */
export function seal({ files }: SealDeps, purpose: string, text: string): string {
  return `${Buffer.from(text).toString('base64url')}.${proofOf(files.linkKey, purpose, text)}`
}

/** Undefined if it wasn't sealed for this purpose. */
export function unseal({ files }: SealDeps, purpose: string, sealed: string): string | undefined {
  const [body = '', proof = ''] = sealed.split('.')
  const text = Buffer.from(body, 'base64url').toString()
  const right = Buffer.from(proofOf(files.linkKey, purpose, text))
  const given = Buffer.from(proof)
  return given.length === right.length && timingSafeEqual(given, right) ? text : undefined
}

function proofOf(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`mcp ${purpose}\n${text}`).digest('base64url')
}
