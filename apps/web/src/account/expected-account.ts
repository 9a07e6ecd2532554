import { TOKENS_KEY } from '../api/tokens-key.ts'
import { wasConnected } from '../wallet/was-connected.ts'
import { type AccountState, visitor } from './account.ts'

/**
 * What a person who was signed in and linked last time will most likely be again in a moment. Their screens need not wait
 * for the wallet's code, and are not left if it takes longer than the wallet-loading phase; once the wallet is there, or
 * known not to come, its word counts.
 */
export function expectedAccount(): AccountState {
  const address = wasConnected() ? signedInAddress() : undefined
  return address ? { phase: 'authenticated', address, connecting: false } : visitor
}

function signedInAddress(): string | undefined {
  try {
    const { refreshToken, behindMs } = JSON.parse(localStorage.getItem(TOKENS_KEY) ?? 'null')
    const payload = refreshToken.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    const { sub, exp } = JSON.parse(atob(payload))
    return exp * 1000 > Date.now() + behindMs ? sub : undefined
  } catch {
    // Nobody, or tokens that cannot be read: `tokens.ts` says so when it is loaded.
    return undefined
  }
}
