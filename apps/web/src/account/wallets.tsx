import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configuration } from '../bootstrap/configuration.ts'
import type { Store } from '../store.ts'
import { ConnectModal } from '../wallet/connect-modal/connect-modal.tsx'
import type { Wallet } from '../wallet/create-wallet.ts'
import { linkedWallet } from '../wallet/linked-wallet.ts'
import { loadWallet } from '../wallet/load-wallet.ts'
import { walletConfiguration } from '../wallet/wallet-configuration.ts'
import type { AccountState } from './account.ts'
import { tellUnknownChain } from './notify-unknown-chain.ts'
import { type Session, startSession } from './session.ts'

/** The wallet and the session it opens. All wallet code hangs on this file, which is imported when it is needed. */
export async function startWallets(
  account: Store<AccountState>,
): Promise<{ wallet: Wallet; session: Session }> {
  const served = walletConfiguration(configuration.wallet)
  // The dev server's pages have no block; they say by their build what they offer.
  const unserved = { ...served, enableCustomProvider: Boolean(import.meta.env.VITE_DEMO_WALLET) }
  const wallet = await loadWallet(configuration.wallet ? served : unserved)
  const session = startSession(wallet, account)
  tellUnknownChain(wallet)
  linkedWallet.set(wallet)

  // A root of its own: the modal stands above every screen, and is part of none.
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <StrictMode>
      <ConnectModal wallet={wallet} />
    </StrictMode>,
  )
  return { wallet, session }
}
