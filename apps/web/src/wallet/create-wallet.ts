import { logError } from '../diagnostics/log-error.ts'
import { createStore } from '../store.ts'
import { applySteps } from './apply-steps.ts'
import { choosing, createAttempts } from './connect-attempts.ts'
import { createSettling, type Settling } from './debounce-changes.ts'
import { createModalSwitch } from './modal-switch.ts'
import { forgetWallet, rememberedWallet, watchForgottenElsewhere } from './remembered-wallet.ts'
import { createScreenAwake, type ScreenAwake } from './screen-awake.ts'
import { createCalls, type WalletCalls } from './wallet-calls.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'
import { createWalletEvents, type WalletEmitter, type WalletLog } from './wallet-events.ts'
import type { WalletOption, WalletPort } from './wallet-port.ts'
import { accountAndChain, type WalletState } from './wallet-state.ts'
import { walletToAsk } from './wallet-to-ask.ts'

/** Longer than an extension takes to announce itself. */
const RETURN_MS_MAX = 3000

export interface Wallet extends WalletCalls {
  readonly configuration: WalletConfiguration
  /** A new object whenever something in it changed. */
  getState(): WalletState
  /** Returns what ends the subscription. */
  subscribe(listener: () => void): () => void
  on: WalletEmitter['on']
  /** Watches the wallet and links a returning person. `autoInit` does it by itself; a second time changes nothing. */
  start(): void
  stop(): void
  /** Where there is one wallet and so nothing to choose, it is asked at once, and the modal waits for it. */
  openModal(): void
  /** Also stops waiting for a wallet. */
  closeModal(): void
  connectors(): readonly WalletOption[]
  /** Does not fail: how it went is `getState().attempt`. With a chain the wallet is asked to switch to it, too. */
  connect(id: string, request?: { chainId?: number }): Promise<void>
  cancelConnect(): void
  switchChain(chainId: number): Promise<void>
  disconnect(): Promise<void>
}

interface Outside {
  screenAwake?: ScreenAwake
  log?: WalletLog
}

export function createWallet(
  configuration: WalletConfiguration,
  port: WalletPort,
  { screenAwake = createScreenAwake(window), log = logError }: Outside = {},
): Wallet {
  const events = createWalletEvents(configuration.logEnabled ? log : undefined)
  const store = createStore(initialState(configuration, port))
  const patch = (change: Partial<WalletState>) => store.set({ ...store.get(), ...change })
  const modal = createModalSwitch({ store, events, screenAwake })
  const attempts = createAttempts({
    port,
    show: (attempt) => patch({ attempt }),
    onAgreed: () => settling.soon(),
  })
  const stage = { configuration, port, store, events, closeModal }
  const settling = createSettling({
    configuration,
    port,
    apply: (steps, change) => {
      applySteps(stage, steps, change)
      patch({ returning: false })
    },
  })
  const onReturning = () => patch({ returning: true })
  const life = createLife({ configuration, port, settling, disconnect, onOptions, onReturning })

  function closeModal() {
    attempts.cancel()
    modal.close()
  }

  function onOptions() {
    patch({ options: port.options() })
  }

  async function disconnect() {
    forgetWallet()
    const disconnected = port.disconnect()
    settling.now()
    await disconnected
  }

  if (configuration.autoInit) life.start()
  return {
    configuration,
    getState: store.get,
    subscribe: store.subscribe,
    on: events.on,
    ...life,
    openModal() {
      life.start()
      onOptions()
      const only = walletToAsk(store.get())
      if (only) void attempts.start(only.id)
      modal.open()
    },
    closeModal,
    connectors: () => store.get().options,
    connect: (id, { chainId } = {}) => attempts.start(id, chainId),
    cancelConnect: attempts.cancel,
    switchChain: port.switchChain,
    disconnect,
    ...createCalls({ configuration, port, getState: store.get }),
  }
}

function initialState(configuration: WalletConfiguration, port: WalletPort): WalletState {
  return {
    ...accountAndChain({ connected: false }, configuration),
    returning: false,
    connecting: false,
    attempt: choosing,
    options: port.options(),
  }
}

interface LifeStage {
  configuration: WalletConfiguration
  port: WalletPort
  settling: Settling
  disconnect: () => Promise<void>
  onOptions: () => void
  onReturning: () => void
}

/** Starting and stopping to listen to the outside. */
function createLife({ configuration, port, settling, disconnect, onOptions, onReturning }: LifeStage) {
  let ends: (() => void)[] = []

  return {
    start() {
      if (ends.length > 0) return
      ends = [
        port.watch({ onWallet: settling.soon, onOptions }),
        // In another tab the person disconnected the same wallet from the same site.
        watchForgottenElsewhere(() => void disconnect()),
        settling.stop,
      ]
      onOptions()
      const returning = configuration.autoConnect && rememberedWallet()
      // A wallet that does not come back is no failure: the person links one by hand.
      if (!returning) return
      onReturning()
      // Its extension may be gone: then it never announces itself, and nobody is to wait for it any longer.
      const patience = setTimeout(settling.soon, RETURN_MS_MAX)
      ends.push(() => clearTimeout(patience))
      port
        .reconnect(returning)
        .catch((error) => logError('The last wallet did not come back.', error))
        // It may have come back locked, which it tells nobody.
        .finally(settling.soon)
    },
    stop() {
      for (const end of ends) end()
      ends = []
    },
  }
}
