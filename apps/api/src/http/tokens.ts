import { Refusal } from '@infra/protocol/refusal'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { ALGORITHM } from './signing-keys.ts'

/** Pinned in the header, so that one kind of token is never taken for the other. */
export type TokenKind = 'access+jwt' | 'refresh+jwt'

const Claims = z.object({
  /** The checksummed address. */
  sub: z.string(),
  /** The session. */
  sid: z.uuid(),
  /** Which one of the session's refresh tokens it is, or came with. */
  jti: z.uuid(),
})
export type Claims = z.infer<typeof Claims>

type TokenDeps = Pick<Deps, 'config' | 'keys' | 'now'>

export async function signToken(
  deps: TokenDeps,
  kind: TokenKind,
  claims: Claims,
  expiresAt: Date,
): Promise<string> {
  const { kid, privateKey } = await deps.keys.newest()
  return new SignJWT({ sid: claims.sid })
    .setProtectedHeader({ alg: ALGORITHM, typ: kind, kid })
    .setSubject(claims.sub)
    .setJti(claims.jti)
    .setIssuer(deps.config.publicUrl.origin)
    .setAudience(deps.config.publicUrl.origin)
    .setIssuedAt(deps.now())
    .setExpirationTime(expiresAt)
    .sign(privateKey)
}

/** What a token says, if we signed it, for this product and this purpose, and it has not expired. */
export async function readToken(deps: TokenDeps, kind: TokenKind, token: string): Promise<Claims> {
  const key = await deps.keys.find(keyIdOf(token))
  if (!key) throw invalid()
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      // All pinned: a token may not choose how it is checked.
      algorithms: [ALGORITHM],
      typ: kind,
      issuer: deps.config.publicUrl.origin,
      audience: deps.config.publicUrl.origin,
      requiredClaims: ['exp'],
      currentDate: deps.now(),
    })
    return Claims.parse(payload)
  } catch (cause) {
    if (kind === 'refresh+jwt' && cause instanceof errors.JWTExpired) {
      throw new Refusal('session_expired', 'This session has reached its end. Sign in again.', { cause })
    }
    throw invalid(cause)
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

function invalid(cause?: unknown): Refusal {
  return new Refusal('invalid_token', 'The token is not valid, or no longer.', { cause })
}
