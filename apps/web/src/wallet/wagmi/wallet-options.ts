import type { Connector } from '@wagmi/core'
import type { WalletOption } from '../wallet-port.ts'

export const INJECTED_ID = 'injected'
export const WALLET_CONNECT_ID = 'walletConnect'

type Announced = Pick<Connector, 'id' | 'name' | 'icon'>

interface Offer {
  /** WalletConnect's project; without one it isn't offered. */
  projectId?: string
  demoId?: string
  /** Whether `window.ethereum` is set. */
  hasInjected: boolean
}

/**
 * The wallets to choose from. One that only sets `window.ethereum` is shown where none announced itself; the
 * demo wallet, which always does, does not hide it.
 */
export function listOptions(
  connectors: readonly Announced[],
  { projectId, demoId, hasInjected }: Offer,
): WalletOption[] {
  const announced = connectors
    .filter(({ id }) => id !== INJECTED_ID && id !== WALLET_CONNECT_ID)
    .map((connector) => announcedOption(connector, demoId))
  const hasOwn = announced.some(({ kind }) => kind === 'announced')
  return [
    ...announced,
    ...(!hasOwn && hasInjected
      ? [{ id: INJECTED_ID, name: 'Browser wallet', kind: 'injected' } as const]
      : []),
    ...(projectId ? [{ id: WALLET_CONNECT_ID, name: 'WalletConnect', kind: 'walletconnect' } as const] : []),
  ]
}

function announcedOption({ id, name, icon }: Announced, demoId: string | undefined): WalletOption {
  const drawing = icon?.trim()
  return {
    id,
    name: name.trim() || id,
    // Any other address would make the page fetch a picture from wherever the wallet likes.
    icon: drawing?.startsWith('data:image/') ? drawing : undefined,
    kind: id === demoId ? 'demo' : 'announced',
  }
}
