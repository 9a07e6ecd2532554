import type { Address } from 'viem'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletEvents } from './wallet-events.ts'

/** The state of a wallet: as the port sees it now, or as the rules last accepted it. */
export type Snapshot = { connected: false } | LinkedWallet

export interface LinkedWallet {
  connected: true
  walletId: string
  walletName: string
  address: Address
  chainId: number
}

/** A wallet cannot cause modal events. */
type RuleEvent = Exclude<keyof WalletEvents, 'modal_state_changed'>

export type Step =
  | { effect: 'disconnect_wallet' }
  | { [E in RuleEvent]: { event: E; detail: WalletEvents[E] } }[RuleEvent]

type Rules = Pick<WalletConfiguration, 'chains' | 'disconnectUnknownChain' | 'reconnectToChain'>

/**
 * The steps to take, in order, when a wallet that was accepted as `previous` is now found as `next`.
 *
 * On a chain that is refused the wallet is disconnected first and `unknown_chain` comes last, so that its listeners
 * find the user signed out already. `disconnect` is fired in between only if `connected` was fired before: the two
 * always come in pairs.
 */
export function transition(
  previous: Snapshot,
  next: Snapshot,
  rules: Rules,
): { accepted: Snapshot; steps: Step[] } {
  if (next.connected && rules.disconnectUnknownChain && !isConfigured(next.chainId, rules)) {
    return {
      accepted: { connected: false },
      steps: [
        { effect: 'disconnect_wallet' },
        ...(previous.connected ? [disconnectStep(previous)] : []),
        { event: 'unknown_chain', detail: { chainId: next.chainId } },
      ],
    }
  }
  return { accepted: next, steps: stepsBetween(previous, next, rules) }
}

export function isConfigured(chainId: number, { chains }: Pick<WalletConfiguration, 'chains'>): boolean {
  return chains.some((chain) => chain.id === chainId)
}

function stepsBetween(previous: Snapshot, next: Snapshot, { reconnectToChain }: Rules): Step[] {
  if (!previous.connected) return next.connected ? [connectedStep(next)] : []
  if (!next.connected) return [disconnectStep(previous)]

  const chainChanged = previous.chainId !== next.chainId
  // Another account may be another person. `connected` names the chain, so no `chain_switched` follows.
  if (!isSameAddress(previous.address, next.address) || (chainChanged && reconnectToChain)) {
    return [disconnectStep(previous), connectedStep(next)]
  }
  return chainChanged ? [{ event: 'chain_switched', detail: { chainId: next.chainId } }] : []
}

function connectedStep({ address, chainId }: LinkedWallet): Step {
  return { event: 'connected', detail: { address, chainId } }
}

function disconnectStep({ address }: LinkedWallet): Step {
  return { event: 'disconnect', detail: { address } }
}

function isSameAddress(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
