import './bootstrap/zod-without-eval.ts'

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Account } from './account/account.ts'
import { startWalletLoading } from './account/wallet-loading.ts'
import { App } from './app.tsx'
import { endArrival, hasArrived } from './bootstrap/bootstrap-data.ts'
import type { EndEarly } from './inline-loader.ts'
import { createNavigation } from './navigation/navigation.ts'
import { preparePage } from './routes/router.tsx'
import './styles.css'

/** Starts the app in an element. Who is at the screen is handed in, so that another entry can bring another account. */
export async function mount(root: HTMLElement, { account }: { account: Account }): Promise<void> {
  account.subscribe(() => forgetUnlessKnown(account))
  const walletLoading = startWalletLoading()
  const navigation = createNavigation(preparePage)
  if (!root.hasChildNodes() || !hasArrived()) {
    const parts = { account, walletLoading, navigation }
    return createRoot(root).render(<App arriving={false} {...parts} onTakenOver={endArrival} />)
  }
  // The server drew this screen, and someone may be using it: each step leaves room for that.
  await aBreath()
  await preparePage(navigation.get().path)
  await aBreath()
  const pressed = (globalThis.endEarly as EndEarly | undefined)?.()
  startTransition(() => {
    hydrateRoot(
      root,
      <App
        arriving
        account={account}
        walletLoading={walletLoading}
        navigation={navigation}
        onTakenOver={() => {
          endArrival()
          // Whoever pressed something that the server drew has waited for an answer since.
          pressed?.click()
        }}
      />,
    )
  })
}

const aBreath = () => new Promise((resolve) => setTimeout(resolve))

/** The room that `early.ts` left is for whoever comes back signed in, and for nobody else. */
function forgetUnlessKnown(account: Account): void {
  if (account.getState().phase !== 'authenticated') delete document.documentElement.dataset.known
}
