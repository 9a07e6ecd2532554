import type { Connector } from '@wagmi/core'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletOption } from './wallet-port.ts'

export const INJECTED_ID = 'injected'
export const WALLET_CONNECT_ID = 'walletConnect'

type Announced = Pick<Connector, 'id' | 'name' | 'icon'>

/** What the person may choose from. A wallet that only fills `window.ethereum` is shown where none announced itself. */
export function listOptions(
  connectors: readonly Announced[],
  { projectId, hasInjected }: Pick<WalletConfiguration, 'projectId'> & { hasInjected: boolean },
): WalletOption[] {
  const announced = connectors.filter(({ id }) => id !== INJECTED_ID && id !== WALLET_CONNECT_ID)
  return [
    ...announced.map((connector) => announcedOption(connector)),
    ...(announced.length === 0 && hasInjected
      ? [{ id: INJECTED_ID, name: 'Browser wallet', kind: 'injected' } as const]
      : []),
    ...(projectId ? [{ id: WALLET_CONNECT_ID, name: 'WalletConnect', kind: 'walletconnect' } as const] : []),
  ]
}

function announcedOption({ id, name, icon }: Announced): WalletOption {
  const drawing = icon?.trim()
  return {
    id,
    name: name.trim() || id,
    // Anything else would make the page fetch a picture from wherever the wallet likes.
    icon: drawing?.startsWith('data:image/') ? drawing : undefined,
    kind: 'announced',
  }
}
