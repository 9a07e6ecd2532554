import type { Screen } from '../navigation/screens.ts'
import type { AccountState } from './account.ts'

interface Visit {
  access: Screen['access']
  phase: AccountState['phase']
  walletLoading: boolean
}

/** Whether to show the screen, to wait for the wallet, or to redirect to Home. */
export function guard({ access, phase, walletLoading }: Visit): 'show' | 'wait' | 'home' {
  if (access === 'public' || phase === 'authenticated') return 'show'
  return walletLoading ? 'wait' : 'home'
}
