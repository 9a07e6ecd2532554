import { z } from 'zod'

/** What a key may do. */
export const keyScopes = ['read', 'order', 'publish'] as const
export const KeyScope = z.enum(keyScopes)
export type KeyScope = z.infer<typeof KeyScope>

const PREFIX = 'infra_sk_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6

/** Matches a key anywhere in a text. What looks like one may not be one: `isApiKey` compares the checksum. */
export const API_KEY_PATTERN = /\binfra_sk_[0-9A-Za-z]{36}\b/g

/** How a key is shown once its secret is gone. */
export const KeyHint = z
  .string()
  .max(18)
  .regex(/^infra_sk_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$/, 'must look like infra_sk_9fQ2…x7Lp')

/** A new secret key of 178 random bits and a checksum, by which scanners can tell it from a placeholder. */
export function makeApiKey(): string {
  const begin = PREFIX + randomDigits(RANDOM_LENGTH)
  return begin + checksumOf(begin)
}

/** Whether a bearer token is meant to be a key. */
export function isMeantAsApiKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** Whether it has the form and the checksum of a key. */
export function isApiKey(token: string): boolean {
  if (!/^infra_sk_[0-9A-Za-z]{36}$/.test(token)) return false
  return checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH)
}

export function hintOf(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`
}

function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1))
    // Using the remainder of all 256 values would favor the first digits.
    if (byte! < 4 * DIGITS.length) digits += DIGITS[byte! % DIGITS.length]
  }
  return digits
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = DIGITS[rest % DIGITS.length] + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}

/** Implemented here, because browsers don't provide it. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
