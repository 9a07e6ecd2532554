import { vi } from 'vitest'
import type { Account, AccountState } from './account.ts'

export const TEST_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

export const states = {
  visitor: { phase: 'disconnected', connecting: false },
  connected: { phase: 'connected', address: TEST_ADDRESS, connecting: false },
  /** Signed in, but the user isn't loaded yet. */
  authenticated: { phase: 'authenticated', address: TEST_ADDRESS, connecting: false },
  loaded: { phase: 'authenticated', address: TEST_ADDRESS, user: { id: TEST_ADDRESS }, connecting: false },
} satisfies Record<string, AccountState>

/** An account in one state, whose actions only record that they were called. */
export function testAccount(state: AccountState) {
  return {
    getState: () => state,
    subscribe: () => () => {},
    link: vi.fn(),
    signIn: vi.fn(),
    cancelSignIn: vi.fn(),
    disconnect: vi.fn(),
  } satisfies Account
}
