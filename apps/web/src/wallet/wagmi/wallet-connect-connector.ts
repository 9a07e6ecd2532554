import { walletConnect } from '@wagmi/connectors/walletConnect'
import type { CreateConnectorFn } from '@wagmi/core'

/** Imported at the click: this is where the WalletConnect code comes from, and it talks to its relay at once. */
export function walletConnectConnector(projectId: string): CreateConnectorFn {
  return walletConnect({
    projectId,
    showQrModal: false,
    // Whether a session knows all chains would be kept in a storage that we do not give it.
    isNewChainsStale: false,
    metadata: {
      name: 'Infra',
      description: 'A network of machines that run AI apps.',
      url: window.location.origin,
      icons: [],
    },
  })
}
