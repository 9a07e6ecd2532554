import './bootstrap/zod-without-eval.ts'

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type Account, readerOf } from './account/account.ts'
import { startWalletLoading } from './account/wallet-loading.ts'
import { App } from './app.tsx'
import { endHydration, hasBootstrapData } from './bootstrap/bootstrap-data.ts'
import type { StopInlineLoader } from './inline-loader.ts'
import { createNavigation } from './navigation/navigation.ts'
import { preparePage } from './routes/router.tsx'
import './styles.css'

/** Starts the app in an element. The account is passed in, so that tests can mount the app with a scripted one. */
export async function mount(root: HTMLElement, { account }: { account: Account }): Promise<void> {
  account.subscribe(() => clearExpectedAccount(account))
  const walletLoading = startWalletLoading(account.walletStarted)
  const navigation = createNavigation(preparePage)
  whenInstalled(() => import('./bootstrap/start-service-worker.ts'))
  if (!root.hasChildNodes() || !hasBootstrapData()) {
    const props = { account, walletLoading, navigation }
    return createRoot(root).render(<App hydrating={false} {...props} onHydrated={endHydration} />)
  }
  // The server rendered this screen and someone may be using it, so let the browser handle input between the steps.
  await yieldToMain()
  await preparePage(navigation.get().path)
  await yieldToMain()
  const pressed = (globalThis.stopInlineLoader as StopInlineLoader | undefined)?.()
  startTransition(() => {
    hydrateRoot(
      root,
      <App
        hydrating
        account={account}
        walletLoading={walletLoading}
        navigation={navigation}
        onHydrated={() => {
          endHydration()
          // A button that was pressed before hydration has had no effect yet.
          pressed?.click()
        }}
      />,
    )
  })
}

/** An installed app has no address bar to show a lost connection; the service worker does that. */
function whenInstalled(load: () => Promise<typeof import('./bootstrap/start-service-worker.ts')>): void {
  if (!navigator.serviceWorker || !matchMedia('(display-mode: standalone)').matches) return
  // Without it everything else works.
  addEventListener('load', () => {
    load()
      .then(({ startServiceWorker }) => startServiceWorker())
      .catch(() => {})
  })
}

const yieldToMain = () => new Promise((resolve) => setTimeout(resolve))

/** `inline-loader.ts` leaves room for a signed-in user's bar; without such a user it isn't needed. */
function clearExpectedAccount(account: Account): void {
  if (readerOf(account.getState()) === undefined) delete document.documentElement.dataset.known
}
