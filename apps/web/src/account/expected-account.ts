import { TOKENS_KEY } from '../api/tokens-key.ts'
import { wasConnected } from '../wallet/was-connected.ts'
import { type AccountState, visitor } from './account.ts'

/**
 * Someone who was signed in last time will most likely be signed in again in a moment, so their screens are rendered without waiting for
 * the wallet's code. They aren't signed in until the wallet is back; as soon as it has a state, that counts.
 */
export function expectedAccount(): AccountState {
  const address = wasConnected() ? signedInAddress() : undefined
  return address ? { ...visitor, address, returning: true } : visitor
}

function signedInAddress(): string | undefined {
  try {
    const { refreshToken, behindMs } = JSON.parse(localStorage.getItem(TOKENS_KEY) ?? 'null')
    const payload = refreshToken.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    const { sub, exp } = JSON.parse(atob(payload))
    return exp * 1000 > Date.now() + behindMs ? sub : undefined
  } catch {
    // No tokens, or unreadable ones, which `tokens.ts` reports when it's loaded.
    return undefined
  }
}
