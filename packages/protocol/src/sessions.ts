import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'
import { Signature } from './values/signature.ts'

/** What every wallet shows the person who signs in. */
export const SIGN_IN_STATEMENT =
  'Welcome! To ensure your security, please sign this message to authenticate your account. Thank you for using our service!'

/** Stored by the browser; both tokens are JWTs whose payload has `sub` (the address) and `exp` (seconds). */
export const TokenSet = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenType: z.string(),
})
export type TokenSet = z.infer<typeof TokenSet>

/** A token has a few hundred characters; a megabyte isn't a mistake. */
const Token = z.string().min(1).max(4096)

export const requestChallenge = endpoint({
  method: 'POST',
  path: '/auth/challenge',
  summary: 'The message to sign (EIP-4361), good for five minutes.',
  caller: 'anyone',
  body: z.strictObject({ userId: Address }),
  bodyBytesMax: 1024,
  response: z.object({ message: z.string(), expiresAt: IsoDate }),
  limit: { count: 30, seconds: 60 },
  refusals: ['address_invalid'],
})

export const exchangeSignature = endpoint({
  method: 'POST',
  path: '/auth/token',
  summary: 'Exchange the signed message for tokens. The first time creates the account.',
  caller: 'anyone',
  body: z.strictObject({ userId: Address, signature: Signature }),
  bodyBytesMax: 17 * 1024,
  response: TokenSet,
  limit: { count: 30, seconds: 60 },
  refusals: ['address_invalid', 'challenge_expired', 'nonce_invalid', 'nonce_used', 'signature_invalid'],
})

export const refreshTokens = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary:
    'Exchange a refresh token for new tokens. Each is good once; using an old one again ends the session.',
  caller: 'anyone',
  form: true,
  body: z.strictObject({ token: Token }),
  bodyBytesMax: 16 * 1024,
  response: TokenSet,
  limit: { count: 60, seconds: 60 },
  refusals: ['invalid_token', 'refresh_reused', 'session_expired'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session of a refresh token. Answers the same whether or not there was one.',
  caller: 'anyone',
  form: true,
  body: z.strictObject({ token: Token }),
  bodyBytesMax: 16 * 1024,
  response: null,
  limit: { count: 60, seconds: 60 },
  refusals: [],
})

export const Session = z.object({
  id: z.uuid(),
  createdAt: IsoDate,
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
  userAgent: z.string(),
  /** Whether it's the session that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/me/session',
  summary: 'Where I am signed in, newest first.',
  caller: 'account',
  response: z.object({ items: z.array(Session) }),
  refusals: [],
})

export const signOutEverywhere = endpoint({
  method: 'DELETE',
  path: '/user/me/session',
  summary: 'End every session of mine, this one included.',
  caller: 'account',
  response: null,
  refusals: [],
})
