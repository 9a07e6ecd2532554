import type { Change } from './apply-steps.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletPort } from './wallet-port.ts'
import { type Snapshot, type Step, transition } from './wallet-rules.ts'

/** Wallets tell of one change in several steps; what they say in between is not worth acting on. */
export const DEBOUNCE_MS = 200

export interface Settling {
  /** The wallet changed: settle once it has been quiet. */
  soon(): void
  /** The person decided, which is nothing to wait for. */
  now(): void
  stop(): void
}

interface Stage {
  configuration: WalletConfiguration
  port: Pick<WalletPort, 'current'>
  apply: (steps: Step[], change: Change) => void
}

export function createSettling({ configuration, port, apply }: Stage): Settling {
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
    // A listener that disconnects the wallet must not cut into the events that it is hearing.
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
