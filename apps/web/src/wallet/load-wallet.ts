import { createWallet, type Wallet } from './create-wallet.ts'
import { createWagmiPort } from './wagmi-port.ts'
import type { WalletConfiguration } from './wallet-configuration.ts'

/** Import this file when a wallet is first needed: all of wagmi and viem comes with it. */
export async function loadWallet(configuration: WalletConfiguration): Promise<Wallet> {
  // Decided when the pages are built: those of production do not even contain it.
  if (import.meta.env.VITE_DEMO_WALLET && configuration.enableCustomProvider) {
    const { announceDemoWallet } = await import('./demo/announce-demo-wallet.tsx')
    announceDemoWallet(configuration.chains)
  }
  return createWallet(configuration, createWagmiPort(configuration))
}
