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
  let accepted: Snapshot = { connected: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isApplying = false
  let isAskedAgain = false

  function applyChange() {
    const previous = accepted
    const found = port.current()
    const outcome = transition(previous, found, configuration)
    accepted = outcome.accepted
    apply(outcome.steps, { previous, accepted, found })
  }

  function now() {
    clearTimeout(timer)
    isAskedAgain = true
    // A listener that disconnects the wallet must not interleave with the events that are being fired.
    if (isApplying) return
    isApplying = true
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        applyChange()
      }
    } finally {
      isApplying = false
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
