import { Refusal } from '@infra/protocol/refusal'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { growingCache } from '../concurrency/growing-cache.ts'
import type { Config } from '../config.ts'
import { ALGORITHM, type SigningKeys } from './signing-keys.ts'

/** Pinned in the header, so that one kind of token is never taken for another. */
export type TokenKind = 'access+jwt' | 'refresh+jwt' | 'node+jwt'

const Claims = z.object({
  /** The checksummed address. */
  sub: z.string(),
  /** The session. */
  sid: z.uuid(),
  /** Which of the session's refresh tokens it is, or was issued with. */
  jti: z.uuid(),
})
export type Claims = z.infer<typeof Claims>

/** The dependencies of the API that signing and reading a token needs. */
export interface TokenDeps {
  config: Pick<Config, 'publicUrl'>
  keys: SigningKeys
  now: () => Date
}

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

/** Caches tokens whose signatures were checked: every call has one, and checking it costs more than most calls. */
const CHECKED_MAX = 100_000
const checked = growingCache<string, { kind: TokenKind; claims: Claims; expiresAt: number }>(CHECKED_MAX)

/** The claims of a token, if this API signed it for this purpose and it hasn't expired. */
export async function readToken(deps: TokenDeps, kind: TokenKind, token: string): Promise<Claims> {
  const key = await deps.keys.find(headerOf(token).kid)
  if (!key) throw invalid()
  const known = checked.get(token)
  if (known && known.kind === kind && known.expiresAt > deps.now().getTime()) return known.claims
  const read = await checkToken(deps, { kind, token, publicKey: key.publicKey })
  checked.set(token, { kind, ...read })
  return read.claims
}

async function checkToken(
  deps: TokenDeps,
  { kind, token, publicKey }: { kind: TokenKind; token: string; publicKey: CryptoKey },
): Promise<{ claims: Claims; expiresAt: number }> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      // All pinned, so that a token can't choose how it's checked.
      algorithms: [ALGORITHM],
      typ: kind,
      issuer: deps.config.publicUrl.origin,
      audience: deps.config.publicUrl.origin,
      requiredClaims: ['exp'],
      currentDate: deps.now(),
    })
    return { claims: Claims.parse(payload), expiresAt: payload.exp! * 1000 }
  } catch (cause) {
    if (kind === 'refresh+jwt' && cause instanceof errors.JWTExpired) {
      throw new Refusal('session_expired', 'This session has reached its end. Sign in again.', { cause })
    }
    throw invalid(cause)
  }
}

/** The kind that a token claims to be; don't trust it before the token is verified. */
export function kindOf(token: string): string | undefined {
  return headerOf(token).typ
}

function headerOf(token: string): { kid?: string; typ?: string } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return {}
  }
}

function invalid(cause?: unknown): Refusal {
  return new Refusal('invalid_token', 'The token is not valid, or no longer.', { cause })
}
