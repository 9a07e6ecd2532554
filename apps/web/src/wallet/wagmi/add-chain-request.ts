import { numberToHex } from 'viem'
import { NATIVE_CURRENCY } from '../native-currency.ts'
import type { WalletChain } from '../wallet-configuration.ts'

const MAINNET_ID = 1

/** What EIP-3085 asks for. Nothing for mainnet, which every wallet has, and where there is no RPC address to give. */
export function addChainRequest({ id, name, rpcUrl }: WalletChain, origin: string) {
  if (id === MAINNET_ID || !rpcUrl) return undefined
  return {
    chainId: numberToHex(id),
    chainName: name,
    nativeCurrency: NATIVE_CURRENCY,
    rpcUrls: [rpcUrl],
    // Wallets refuse without one, and append /tx/… to it. The staking screen lists what the user did on this chain; the
    // fragment keeps the suffix from being another path.
    blockExplorerUrls: [`${origin}/staking#`],
  }
}
