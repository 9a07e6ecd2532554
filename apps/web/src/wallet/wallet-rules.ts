import type { Address } from 'viem'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletEvents } from './wallet-events.ts'

/** A wallet as it stands: what the port sees now, or what the rules last settled on. */
export type Snapshot = { connected: false } | LinkedWallet

export interface LinkedWallet {
  connected: true
  walletId: string
  walletName: string
  address: Address
  chainId: number
}

/** Modal events are no consequence of a wallet. */
type RuleEvent = Exclude<keyof WalletEvents, 'modal_state_changed'>

export type Step =
  | { effect: 'disconnect_wallet' }
  | { [E in RuleEvent]: { event: E; detail: WalletEvents[E] } }[RuleEvent]

type Rules = Pick<WalletConfiguration, 'chains' | 'disconnectUnknownChain' | 'reconnectToChain'>

/**
 * What follows, in order, when a wallet that was settled as `previous` is found as `next`.
 *
 * On a chain that is refused the wallet is disconnected first and `unknown_chain` comes last, so that whoever hears it
 * finds the person already signed out. `disconnect` stands between them only where `connected` was fired before: the two
 * always come in pairs.
 */
export function transition(
  previous: Snapshot,
  next: Snapshot,
  rules: Rules,
): { settled: Snapshot; steps: Step[] } {
  if (next.connected && rules.disconnectUnknownChain && !isConfigured(next.chainId, rules)) {
    return {
      settled: { connected: false },
      steps: [
        { effect: 'disconnect_wallet' },
        ...(previous.connected ? [left(previous)] : []),
        { event: 'unknown_chain', detail: { chainId: next.chainId } },
      ],
    }
  }
  return { settled: next, steps: stepsBetween(previous, next, rules) }
}

export function isConfigured(chainId: number, { chains }: Pick<WalletConfiguration, 'chains'>): boolean {
  return chains.some((chain) => chain.id === chainId)
}

function stepsBetween(previous: Snapshot, next: Snapshot, { reconnectToChain }: Rules): Step[] {
  if (!previous.connected) return next.connected ? [came(next)] : []
  if (!next.connected) return [left(previous)]

  const chainChanged = previous.chainId !== next.chainId
  // A new account is a new person, wherever they are: `connected` names their chain, so no `chain_switched` follows.
  if (!isSameAddress(previous.address, next.address) || (chainChanged && reconnectToChain)) {
    return [left(previous), came(next)]
  }
  return chainChanged ? [{ event: 'chain_switched', detail: { chainId: next.chainId } }] : []
}

function came({ address, chainId }: LinkedWallet): Step {
  return { event: 'connected', detail: { address, chainId } }
}

function left({ address }: LinkedWallet): Step {
  return { event: 'disconnect', detail: { address } }
}

function isSameAddress(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
