import { TOKENS_KEY } from '../api/tokens-key.ts'
import { wasConnected } from '../wallet/was-connected.ts'
import { type AccountState, visitor } from './account.ts'

/**
 * Someone who was signed in last time will most likely be signed in again in a moment. Their screens need not wait
 * for the wallet's code, and stay if it takes longer than the wallet-loading phase. Once the wallet is loaded, or
 * known to be missing, its state counts.
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
    // No tokens, or unreadable ones, which `tokens.ts` reports when it is loaded.
    return undefined
  }
}
