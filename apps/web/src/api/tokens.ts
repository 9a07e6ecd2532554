import type { TokenSet } from '@infra/protocol/sessions'
import { isTokenValid, tokenClaims } from '@infra/protocol/token-claims'
import { logError } from '../diagnostics/log-error.ts'
import { createStore } from '../store/store.ts'
import { TOKENS_KEY } from './tokens-key.ts'

interface KeptTokens extends TokenSet {
  /** How far this machine's clock is behind the server's, because a clock that is a day off must not sign anyone out. */
  behindMs: number
}

/** The tokens of the signed-in user, shared with the other tabs. */
export const tokens = createStore<KeptTokens | undefined>(readKept())

addEventListener('storage', ({ key }) => {
  // No key means that everything was cleared.
  if (key === TOKENS_KEY || key === null) tokens.set(readKept())
})

/** Reads what another tab may have stored meanwhile, because the storage event can be late. */
export function rereadTokens(): KeptTokens | undefined {
  // Without storage, there's only what is in memory.
  if (canStore()) tokens.set(readKept())
  return tokens.get()
}

export function keepTokens(set: TokenSet): KeptTokens {
  const issuedAtMs = tokenClaims(set.accessToken).iat * 1000
  const kept = { ...set, behindMs: issuedAtMs - Date.now() }
  store(JSON.stringify(kept))
  tokens.set(kept)
  return kept
}

export function clearTokens(): void {
  store(null)
  tokens.set(undefined)
}

export function isValid(token: string, { behindMs }: Pick<KeptTokens, 'behindMs'>): boolean {
  return isTokenValid(token, new Date(Date.now() + behindMs))
}

/** Authenticated: a valid refresh token whose subject is the wallet's address. */
export function isAuthenticatedAs(address: string | undefined): boolean {
  const kept = tokens.get()
  if (!kept || !address) return false
  return isValid(kept.refreshToken, kept) && isSameAddress(tokensAddress(kept), address)
}

/** The account that the tokens belong to. */
export function tokensAddress({ refreshToken }: Pick<TokenSet, 'refreshToken'>): string {
  return tokenClaims(refreshToken).sub
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function readKept(): KeptTokens | undefined {
  try {
    const text = localStorage.getItem(TOKENS_KEY)
    if (!text) return undefined
    const kept = JSON.parse(text) as KeptTokens
    tokenClaims(kept.accessToken)
    tokenClaims(kept.refreshToken)
    return { ...kept, behindMs: Number(kept.behindMs) || 0 }
  } catch (error) {
    // If it can't be read now, it can't be read at the next load either, so remove it.
    store(null)
    if (canStore()) logError('Invalid token', error)
    return undefined
  }
}

function store(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(TOKENS_KEY)
    else localStorage.setItem(TOKENS_KEY, text)
  } catch {
    // Storage is blocked or full: the user is signed in until this page closes.
  }
}

function canStore(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}
