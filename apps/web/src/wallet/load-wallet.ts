import { createWallet, type Wallet } from './create-wallet.ts'
import { createWagmiPort } from './wagmi/wagmi-port.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'

/** Import this file lazily, when a wallet is first needed: it brings all of wagmi and viem. */
export async function loadWallet(configuration: WalletConfiguration): Promise<Wallet> {
  const demoId = await announceDemo(configuration)
  return createWallet(configuration, createWagmiPort(configuration, demoId))
}

async function announceDemo(configuration: WalletConfiguration): Promise<string | undefined> {
  // Decided at build time: production pages do not contain the demo wallet.
  if (!import.meta.env.VITE_DEMO_WALLET || !configuration.enableCustomProvider) return undefined
  const { announceDemoWallet } = await import('./demo/announce-demo-wallet.tsx')
  return announceDemoWallet(configuration.chains)
}
