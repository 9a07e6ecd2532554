import './zod-without-eval.ts'

import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Account } from './account/account.ts'
import { startWalletLoading } from './account/wallet-loading.ts'
import { App } from './app.tsx'
import { hasArrived } from './arrival.ts'
import type { EndEarly } from './early.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

/** Starts the app in an element. Who is at the screen is handed in, so that another entry can bring another account. */
export async function mount(root: HTMLElement, { account }: { account: Account }): Promise<void> {
  const router = createAppRouter()
  const parts = { account, walletLoading: startWalletLoading(), router }
  account.subscribe(() => forgetUnlessKnown(account))
  if (!root.hasChildNodes() || !hasArrived()) return createRoot(root).render(<App {...parts} />)
  // The server drew this screen. The router then puts the same boundaries around it, once it has the screen's code.
  router.ssr = { manifest: undefined }
  await router.load()
  const end: EndEarly | undefined = globalThis.endEarly
  const pressed = end?.()
  // Whoever pressed something that the server drew has waited for an answer since. React takes no press while it draws.
  hydrateRoot(root, <App {...parts} onDrawn={() => void setTimeout(() => pressed?.click())} />)
}

/** The room that `early.ts` left is for whoever comes back signed in, and for nobody else. */
function forgetUnlessKnown(account: Account): void {
  if (account.getState().phase !== 'authenticated') delete document.documentElement.dataset.known
}
