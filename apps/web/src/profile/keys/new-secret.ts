import { hintOf, makeApiKey } from '@infra/protocol/values/api-key'

/** The key is made here, and the network only gets its hash. */
export async function newSecret(): Promise<{ secret: string; hash: string; hint: string }> {
  const secret = makeApiKey()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { secret, hash, hint: hintOf(secret) }
}
