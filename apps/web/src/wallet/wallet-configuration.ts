import type { WalletBehaviour, WebConfiguration } from '@infra/protocol/pages/configuration'

export interface WalletChain {
  id: number
  name: string
  /** Without one the chain is read through the linked wallet, so that the page never contacts a third party by itself. */
  rpcUrl?: string | null
}

/** Not a setting of the server: the specification fixes the modal's look, and the screens around it are drawn to match. */
export interface WalletModalOptions {
  theme: 'dark' | 'light'
  corners: 'square' | 'round'
  background: string
  zIndex: number
}

/** Everything but the modal's look is a setting of the server, which the page was served with. */
export interface WalletConfiguration extends WalletBehaviour {
  /** WalletConnect's; without one it is not offered. */
  projectId?: string
  /** The first is the default. */
  chains: readonly [WalletChain, ...WalletChain[]]
  /** Whether the demo wallet is offered, where the pages were built with it. */
  enableCustomProvider: boolean
  modal: WalletModalOptions
}

export const defaultWalletConfiguration: WalletConfiguration = {
  autoInit: true,
  chains: [{ id: 1, name: 'Ethereum' }],
  autoConnect: true,
  disconnectUnknownChain: true,
  reconnectToChain: false,
  logEnabled: false,
  enableCustomProvider: false,
  modal: { theme: 'dark', corners: 'square', background: '#000', zIndex: 1101 },
}

/** The defaults, overridden by the configuration that came with the page. */
export function walletConfiguration(served: WebConfiguration['wallet'] | undefined): WalletConfiguration {
  const [first, ...rest] = served?.chains ?? []
  return {
    ...defaultWalletConfiguration,
    ...served?.behaviour,
    chains: first ? [first, ...rest] : defaultWalletConfiguration.chains,
    projectId: served?.projectId ?? undefined,
    enableCustomProvider: served?.demo ?? false,
  }
}
