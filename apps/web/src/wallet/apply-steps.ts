import type { Store } from '../store.ts'
import { forgetWallet, rememberWallet } from './remembered-wallet.ts'
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
  /** What the port saw. */
  found: Snapshot
  /** What the rules made of it. */
  settled: Snapshot
}

/** Does what the rules decided: the state first, then the event that tells of it. */
export function applySteps(deps: Dependencies, steps: Step[], { previous, found, settled }: Change): void {
  for (const step of steps) {
    if ('effect' in step) {
      forgetWallet()
      void deps.port.disconnect()
      continue
    }
    // Whoever hears `disconnect` finds nobody there, even where somebody else comes next.
    show(deps, step.event === 'disconnect' ? { connected: false } : settled)
    deps.events.fire(step.event, step.detail)
  }
  show(deps, settled)

  if (settled.connected) {
    rememberWallet(settled.walletId)
    if (!previous.connected || isAwaited(settled, deps)) deps.closeModal()
  } else if (found.connected) {
    offerSwitch(found, deps)
  }
}

function show({ store, configuration }: Dependencies, wallet: Snapshot): void {
  store.set({ ...store.get(), ...accountAndChain(wallet, configuration) })
}

/** Whether this is what the person in the modal has been waiting for. */
function isAwaited(settled: LinkedWallet, { store }: Dependencies): boolean {
  const { attempt } = store.get()
  if (attempt.phase !== 'waiting' && attempt.phase !== 'failed') return false
  return attempt.wallet.id === settled.walletId && (attempt.chainId ?? settled.chainId) === settled.chainId
}

/** Said in the modal if it is open, else as soon as it is. */
function offerSwitch({ walletId, walletName }: LinkedWallet, { port, store }: Dependencies): void {
  const wallet = port.options().find((option) => option.id === walletId)
  store.set({
    ...store.get(),
    attempt: {
      phase: 'wrong_chain',
      wallet: wallet ?? { id: walletId, name: walletName, kind: 'announced' },
    },
  })
}
