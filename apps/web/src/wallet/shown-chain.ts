import type { WalletConfiguration } from './wallet-configuration.ts'
import { isConfigured } from './wallet-rules.ts'

export interface ShownChain {
  id: number
  name: string
  supported: boolean
}

/** A chain as users see it, whether it is configured or not. */
export function shownChain(id: number, configuration: Pick<WalletConfiguration, 'chains'>): ShownChain {
  const name = configuration.chains.find((chain) => chain.id === id)?.name
  return { id, name: name ?? 'Unsupported', supported: isConfigured(id, configuration) }
}
