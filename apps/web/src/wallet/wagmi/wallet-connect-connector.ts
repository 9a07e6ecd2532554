import { walletConnect } from '@wagmi/connectors/walletConnect'
import type { CreateConnectorFn } from '@wagmi/core'

/** Imported on click: it brings the WalletConnect code, which contacts its relay at once. */
export function walletConnectConnector(projectId: string): CreateConnectorFn {
  return walletConnect({
    projectId,
    showQrModal: false,
    // It would need a storage, which we do not give it, to know whether a session covers all chains.
    isNewChainsStale: false,
    metadata: {
      name: 'Infra',
      description: 'A network of machines that run AI apps.',
      url: window.location.origin,
      icons: [],
    },
  })
}
