import type { Address } from 'viem'
import { logError } from '../diagnostics/log-error.ts'

export interface WalletEvents {
  connected: { address: Address; chainId: number }
  disconnect: { address: Address }
  chain_switched: { chainId: number }
  unknown_chain: { chainId: number }
  modal_state_changed: { open: boolean }
}

export type WalletLog = (message: string, detail: unknown) => void

type Listener<E extends keyof WalletEvents> = (detail: WalletEvents[E]) => void
type Listeners = { [E in keyof WalletEvents]: Set<Listener<E>> }

export interface WalletEmitter {
  /** Returns the function that removes the listener. */
  on<E extends keyof WalletEvents>(event: E, listener: Listener<E>): () => void
  fire<E extends keyof WalletEvents>(event: E, detail: WalletEvents[E]): void
}

/** Listeners are called in the order in which they were added, and all of them before the next event is fired. */
export function createWalletEvents(log?: WalletLog): WalletEmitter {
  const listeners: Listeners = {
    connected: new Set(),
    disconnect: new Set(),
    chain_switched: new Set(),
    unknown_chain: new Set(),
    modal_state_changed: new Set(),
  }

  return {
    on(event, listener) {
      listeners[event].add(listener)
      return () => listeners[event].delete(listener)
    },
    fire(event, detail) {
      log?.(`Wallet event: ${event}`, detail)
      for (const listener of [...listeners[event]]) {
        try {
          listener(detail)
        } catch (error) {
          // The other listeners, and the events after this one, must not depend on this listener.
          logError(`A listener of the wallet event "${event}" failed.`, error)
        }
      }
    },
  }
}
