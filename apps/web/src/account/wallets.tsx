import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configuration } from '../bootstrap/configuration.ts'
import type { Store } from '../store/store.ts'
import { ConnectModal } from '../wallet/connect-modal/connect-modal.tsx'
import type { Wallet } from '../wallet/create-wallet.ts'
import { linkedWallet } from '../wallet/linked-wallet.ts'
import { loadWallet } from '../wallet/load-wallet.ts'
import { walletConfiguration } from '../wallet/wallet-configuration.ts'
import type { AccountState } from './account.ts'
import { notifyUnknownChain } from './notify-unknown-chain.ts'
import { type Session, startSession } from './session.ts'

/** Loads the wallet and starts the session. This file pulls in all wallet code, so it's imported lazily. */
export async function startWallets(
  account: Store<AccountState>,
): Promise<{ wallet: Wallet; session: Session }> {
  const served = walletConfiguration(configuration.wallet)
  // Pages of the dev server have no configuration block, so the build decides there.
  const unserved = { ...served, enableCustomProvider: Boolean(import.meta.env.VITE_DEMO_WALLET) }
  const wallet = await loadWallet(configuration.wallet ? served : unserved)
  const session = startSession(wallet, account)
  notifyUnknownChain(wallet)
  linkedWallet.set(wallet)

  // Its own root, because the modal is above every screen and part of none.
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <StrictMode>
      <ConnectModal wallet={wallet} />
    </StrictMode>,
  )
  return { wallet, session }
}
