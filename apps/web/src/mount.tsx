import './zod-without-eval.ts'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Account } from './account/account.ts'
import { AccountProvider } from './account/account-context.tsx'
import { startWalletLoading } from './account/wallet-loading.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

/** Starts the app in an element. Who is at the screen is handed in, so that another entry can bring another account. */
export function mount(root: HTMLElement, { account }: { account: Account }): void {
  const walletLoading = startWalletLoading()
  const router = createAppRouter()

  createRoot(root).render(
    <StrictMode>
      <AccountProvider account={account} walletLoading={walletLoading}>
        <RouterProvider router={router} />
      </AccountProvider>
    </StrictMode>,
  )
}
