import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import { tooLarge } from '../../http/receive-upload.ts'

const HEAD = /^data:([\w.+-]+\/[\w.+-]+)?(;[\w.+=-]+)*;base64$/i
const HEAD_CHARACTERS_MAX = 200

/** The bytes of a data URL, and the type that it claims, which isn't trusted. */
export function readDataUrl(url: string): { bytes: Buffer; mime: string } {
  const comma = url.slice(0, HEAD_CHARACTERS_MAX).indexOf(',')
  const head = HEAD.exec(url.slice(0, Math.max(comma, 0)))
  if (!head) throw wrong('must be a data URL in base64: data:image/png;base64,…')
  const text = url.slice(comma + 1)
  const bytes = decode(text) ?? decode(text.replaceAll(/\s+/g, ''))
  if (!bytes) throw wrong('must be base64 after the comma')
  if (bytes.length > UPLOAD_BYTES_MAX) throw tooLarge(UPLOAD_BYTES_MAX)
  return { bytes, mime: head[1] ?? '' }
}

/** Node.js skips what isn't base64; then bytes are missing. */
function decode(text: string): Buffer | undefined {
  const characters = text.replace(/={1,2}$/, '').length
  const bytes = Buffer.from(text, 'base64')
  return characters % 4 !== 1 && bytes.length === Math.floor((characters * 3) / 4) ? bytes : undefined
}

function wrong(message: string): Refusal {
  return new Refusal('validation_failed', '1 field is not valid.', { errors: [{ pointer: '', message }] })
}
