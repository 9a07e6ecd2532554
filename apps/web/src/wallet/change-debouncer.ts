import type { Change } from './apply-steps.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletPort } from './wallet-port.ts'
import { type Snapshot, type Step, transition } from './wallet-rules.ts'

/** Wallets report one change in several events; the states in between are not worth acting on. */
export const DEBOUNCE_MS = 200

export interface ChangeDebouncer {
  /** The wallet changed: apply the change once there have been no others for a moment. */
  soon(): void
  /** The user decided something: apply the change at once. */
  now(): void
  stop(): void
}

interface Dependencies {
  configuration: WalletConfiguration
  port: Pick<WalletPort, 'current'>
  apply: (steps: Step[], change: Change) => void
}

export function createChangeDebouncer({ configuration, port, apply }: Dependencies): ChangeDebouncer {
  let settled: Snapshot = { connected: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSettling = false
  let isAskedAgain = false

  function settle() {
    const previous = settled
    const found = port.current()
    const outcome = transition(previous, found, configuration)
    settled = outcome.settled
    apply(outcome.steps, { previous, settled, found })
  }

  function now() {
    clearTimeout(timer)
    isAskedAgain = true
    // A listener that disconnects the wallet must not interleave with the events that are being fired.
    if (isSettling) return
    isSettling = true
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        settle()
      }
    } finally {
      isSettling = false
    }
  }

  return {
    soon() {
      clearTimeout(timer)
      timer = setTimeout(now, DEBOUNCE_MS)
    },
    now,
    stop: () => clearTimeout(timer),
  }
}
