import type { WalletOption } from './wallet-port.ts'
import type { WalletState } from './wallet-state.ts'

type Situation = Pick<WalletState, 'connected' | 'returning' | 'connecting' | 'attempt' | 'options'>

/**
 * The wallet to ask as soon as the user wants to link one: with a single wallet there is nothing to choose.
 *
 * The demo wallet is for people without another. It does not count beside a single wallet, and is itself never
 * asked unless the user chose it: its dialog would come as a surprise.
 */
export function walletToAsk(situation: Situation): WalletOption | undefined {
  if (isUnderWay(situation)) return undefined
  const [only, ...others] = situation.options.filter(({ kind }) => kind !== 'demo')
  if (others.length > 0 || only?.kind === 'walletconnect') return undefined
  return only
}

/** A wallet is linked or reconnecting, or the user is in the modal already, or it has a message for them. */
function isUnderWay({ connected, returning, connecting, attempt }: Situation): boolean {
  return connected || returning || connecting || attempt.phase !== 'choosing'
}
