import type { Store } from '../store/store.ts'
import { shownChain } from './shown-chain.ts'
import { deleteStoredWallet, storeWallet } from './stored-wallet.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletEmitter } from './wallet-events.ts'
import type { WalletPort } from './wallet-port.ts'
import type { LinkedWallet, Snapshot, Step } from './wallet-rules.ts'
import { accountAndChain, type WalletState } from './wallet-state.ts'

interface Dependencies {
  configuration: WalletConfiguration
  port: WalletPort
  store: Store<WalletState>
  events: WalletEmitter
  closeModal: () => void
}

export interface Change {
  previous: Snapshot
  /** The wallet as reported by the port. */
  found: Snapshot
  /** The wallet's state as decided by the rules. */
  accepted: Snapshot
}

/** Carries out what the rules decided: each step sets the state first, then fires the event. */
export function applySteps(deps: Dependencies, steps: Step[], { previous, found, accepted }: Change): void {
  for (const step of steps) {
    if ('effect' in step) {
      deleteStoredWallet()
      void deps.port.disconnect()
      continue
    }
    // A listener of `disconnect` sees no account, even if another one connects next.
    show(deps, step.event === 'disconnect' ? { connected: false } : accepted)
    deps.events.fire(step.event, step.detail)
  }
  show(deps, accepted)

  if (accepted.connected) {
    storeWallet(accepted.walletId)
    if (!previous.connected || isAwaited(accepted, deps)) deps.closeModal()
  } else if (found.connected) {
    offerSwitch(found, deps)
  }
}

function show({ store, configuration }: Dependencies, wallet: Snapshot): void {
  store.set({ ...store.get(), ...accountAndChain(wallet, configuration) })
}

/** Whether this is the connection that the user is waiting for in the modal. */
function isAwaited(accepted: LinkedWallet, { store }: Dependencies): boolean {
  const { attempt } = store.get()
  if (attempt.phase !== 'waiting' && attempt.phase !== 'failed') return false
  return attempt.wallet.id === accepted.walletId && (attempt.chainId ?? accepted.chainId) === accepted.chainId
}

/** Shown in the modal, now or when it is opened. */
function offerSwitch({ walletId, walletName, chainId }: LinkedWallet, deps: Dependencies): void {
  const { configuration, port, store } = deps
  const wallet = port.options().find((option) => option.id === walletId)
  store.set({
    ...store.get(),
    attempt: {
      phase: 'wrong_chain',
      wallet: wallet ?? { id: walletId, name: walletName, kind: 'announced' },
      chain: shownChain(chainId, configuration),
    },
  })
}
