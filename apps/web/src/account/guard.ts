import type { Screen } from '../navigation/screens.ts'
import type { AccountState } from './account.ts'

interface Visit {
  access: Screen['access']
  phase: AccountState['phase']
  walletLoading: boolean
}

/** Whether a visit may see the screen, must wait for the wallet first, or is sent home. */
export function guard({ access, phase, walletLoading }: Visit): 'show' | 'wait' | 'home' {
  if (access === 'public' || phase === 'authenticated') return 'show'
  return walletLoading ? 'wait' : 'home'
}
