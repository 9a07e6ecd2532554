import type { WalletOption } from './wallet-port.ts'
import type { WalletState } from './wallet-state.ts'

type Situation = Pick<WalletState, 'connected' | 'returning' | 'connecting' | 'attempt' | 'options'>

/**
 * The wallet that is asked as soon as the person wants to link one: where there is nothing to choose, nobody is made to.
 *
 * The demo wallet is for those who have no other. It does not make a choice of a single wallet, and is itself never
 * asked unless the person chose it: its sheet would be the first they hear of it.
 */
export function walletToAsk(situation: Situation): WalletOption | undefined {
  if (isUnderWay(situation)) return undefined
  const [only, ...others] = situation.options.filter(({ kind }) => kind !== 'demo')
  if (others.length > 0 || only?.kind === 'walletconnect') return undefined
  return only
}

/** A wallet is there, or comes back by itself, or the person is in the modal already, or has something to read in it. */
function isUnderWay({ connected, returning, connecting, attempt }: Situation): boolean {
  return connected || returning || connecting || attempt.phase !== 'choosing'
}
