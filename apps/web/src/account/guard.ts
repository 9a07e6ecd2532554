import type { Screen } from '../navigation/screens.ts'
import type { AccountState } from './account.ts'

interface Visit {
  access: Screen['access']
  phase: AccountState['phase']
  returning?: boolean
  walletLoading: boolean
}

/** Whether to show the screen, to wait for the wallet, or to redirect to Home. */
export function guard({ access, phase, returning, walletLoading }: Visit): 'show' | 'wait' | 'home' {
  if (access === 'public' || phase === 'authenticated') return 'show'
  if (!walletLoading) return 'home'
  return returning ? 'show' : 'wait'
}
