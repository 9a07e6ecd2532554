import { shortAddress } from '@infra/protocol/values/short-address'
import type { Address } from 'viem'
import type { ConnectAttempt } from './connect-attempts.ts'
import { type ShownChain, shownChain } from './shown-chain.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'
import type { WalletOption } from './wallet-port.ts'
import type { Snapshot } from './wallet-rules.ts'

export interface AccountAndChain {
  connected: boolean
  address?: Address
  shortAddress?: string
  walletId?: string
  walletName?: string
  /** The first configured one while no wallet is linked. */
  chain: ShownChain
}

export interface WalletState extends AccountAndChain {
  /** While the last wallet reconnects: whether it is linked is not known yet. */
  returning: boolean
  /** While the connect modal is open. */
  connecting: boolean
  /** How far the user is in the connect modal. */
  attempt: ConnectAttempt
  /** The wallets to choose from. Wallets announce themselves at any time, so the list may grow. */
  options: readonly WalletOption[]
}

/** Explicitly undefined, so that spreading it removes the fields of the last wallet. */
const noWallet = { address: undefined, shortAddress: undefined, walletId: undefined, walletName: undefined }

export function accountAndChain(
  wallet: Snapshot,
  configuration: Pick<WalletConfiguration, 'chains'>,
): AccountAndChain {
  const { chains } = configuration
  if (!wallet.connected) {
    const { id, name } = chains[0]
    return { ...noWallet, connected: false, chain: { id, name, supported: true } }
  }
  const { address, walletId, walletName, chainId } = wallet
  return {
    connected: true,
    address,
    shortAddress: shortAddress(address),
    walletId,
    walletName,
    chain: shownChain(chainId, configuration),
  }
}
