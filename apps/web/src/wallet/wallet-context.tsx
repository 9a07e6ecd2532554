import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Wallet } from './create-wallet.ts'
import type { WalletState } from './wallet-state.ts'

const WalletContext = createContext<Wallet | undefined>(undefined)

export function WalletProvider({ wallet, children }: { wallet: Wallet; children: ReactNode }) {
  return <WalletContext value={wallet}>{children}</WalletContext>
}

/** The wallet and its state now. */
export function useWallet(): { wallet: Wallet; state: WalletState } {
  const wallet = use(WalletContext)
  if (!wallet) throw new Error('Render this within a WalletProvider.')
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, wallet.getState)
  return { wallet, state }
}
