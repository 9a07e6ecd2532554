import { logError } from '../diagnostics/log-error.ts'
import { createStore } from '../store/store.ts'
import { applySteps } from './apply-steps.ts'
import { type ChangeDebouncer, createChangeDebouncer } from './change-debouncer.ts'
import { choosing, createConnectAttempts } from './connect-attempts.ts'
import { createModalSwitch } from './modal-switch.ts'
import { createScreenAwake, type ScreenAwake } from './screen-awake.ts'
import { deleteStoredWallet, storedWallet, watchDeletedElsewhere } from './stored-wallet.ts'
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
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  on: WalletEmitter['on']
  /** Watches the wallet and reconnects the last one. `autoInit` calls it; a second call has no effect. */
  start(): void
  stop(): void
  /** If there's only one wallet, it's asked right away and the modal shows that it waits. */
  openModal(): void
  /** Also stops waiting for a wallet. */
  closeModal(): void
  connectors(): readonly WalletOption[]
  /** Never throws: `getState().attempt` has the outcome. With a chain, the wallet is also asked to switch to it. */
  connect(id: string, request?: { chainId?: number }): Promise<void>
  cancelConnect(): void
  switchChain(chainId: number): Promise<void>
  disconnect(): Promise<void>
}

interface Dependencies {
  screenAwake?: ScreenAwake
  log?: WalletLog
}

export function createWallet(
  configuration: WalletConfiguration,
  port: WalletPort,
  { screenAwake = createScreenAwake(window), log = logError }: Dependencies = {},
): Wallet {
  const events = createWalletEvents(configuration.logEnabled ? log : undefined)
  const store = createStore(initialState(configuration, port))
  const patch = (change: Partial<WalletState>) => store.set({ ...store.get(), ...change })
  const modal = createModalSwitch({ store, events, screenAwake })
  const attempts = createConnectAttempts({
    port,
    show: (attempt) => patch({ attempt }),
    onAgreed: () => debouncer.soon(),
  })
  const deps = { configuration, port, store, events, closeModal }
  const debouncer = createChangeDebouncer({
    configuration,
    port,
    apply: (steps, change) => {
      applySteps(deps, steps, change)
      patch({ returning: false })
    },
  })
  const onReturning = () => patch({ returning: true })
  const lifecycle = createLifecycle({ configuration, port, debouncer, disconnect, onOptions, onReturning })

  function closeModal() {
    attempts.cancel()
    modal.close()
  }

  function onOptions() {
    patch({ options: port.options() })
  }

  async function disconnect() {
    deleteStoredWallet()
    const disconnected = port.disconnect()
    debouncer.now()
    await disconnected
  }

  if (configuration.autoInit) lifecycle.start()
  return {
    configuration,
    getState: store.get,
    subscribe: store.subscribe,
    on: events.on,
    ...lifecycle,
    openModal() {
      lifecycle.start()
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

interface LifecycleDependencies {
  configuration: WalletConfiguration
  port: WalletPort
  debouncer: ChangeDebouncer
  disconnect: () => Promise<void>
  onOptions: () => void
  onReturning: () => void
}

/** Starts and stops watching wallets and other tabs. */
function createLifecycle({
  configuration,
  port,
  debouncer,
  disconnect,
  onOptions,
  onReturning,
}: LifecycleDependencies) {
  let ends: (() => void)[] = []

  return {
    start() {
      if (ends.length > 0) return
      ends = [
        port.watch({ onWallet: debouncer.soon, onOptions }),
        // The user disconnected the wallet in another tab.
        watchDeletedElsewhere(() => void disconnect()),
        debouncer.stop,
      ]
      onOptions()
      const returning = configuration.autoConnect && storedWallet()
      // It is no failure if a wallet does not reconnect: the user can link one.
      if (!returning) return
      onReturning()
      // Its extension may have been removed: then it never announces itself, so the wait is limited.
      const returnTimer = setTimeout(debouncer.soon, RETURN_MS_MAX)
      ends.push(() => clearTimeout(returnTimer))
      port
        .reconnect(returning)
        .catch((error) => logError('The last wallet could not be reconnected.', error))
        // It may be locked, and then it fires no event.
        .finally(debouncer.soon)
    },
    stop() {
      for (const end of ends) end()
      ends = []
    },
  }
}
