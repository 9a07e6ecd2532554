import { z } from 'zod'

const Claims = z.object({
  sub: z.string(),
  /** The session. */
  sid: z.string().optional(),
  exp: z.number(),
  iat: z.number(),
})
export type TokenClaims = z.infer<typeof Claims>

/** Reads a token's payload without checking its signature: enough to know when to renew it, never to trust it. */
export function tokenClaims(token: string): TokenClaims {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new Error('Invalid token', { cause })
  }
}

/** A token is valid only if its expiry is later than now. */
export function isTokenValid(token: string, now: Date): boolean {
  return tokenClaims(token).exp * 1000 > now.getTime()
}
