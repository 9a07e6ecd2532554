import { logError } from '../diagnostics/log-error.ts'
import { toast } from '../overlays/toast.ts'
import { createStore } from '../store.ts'
import { wasConnected } from '../wallet/was-connected.ts'
import { type Account, visitor } from './account.ts'
import { expectedAccount } from './expected-account.ts'

type Wallets = Awaited<ReturnType<typeof import('./wallets.tsx')['startWallets']>>

/**
 * The account behind a wallet. The wallet's code is a chunk of its own, fetched when someone links one, or comes back
 * with one: the first paint does not wait for it.
 */
export function createLinkedAccount(onWallet: (wallet: Wallets['wallet']) => void = () => {}): Account {
  const state = createStore(expectedAccount())
  let started: Promise<Wallets> | undefined

  function wallets(): Promise<Wallets> {
    started ??= import('./wallets.tsx').then(async ({ startWallets }) => {
      const wallets = await startWallets(state)
      onWallet(wallets.wallet)
      return wallets
    })
    // A chunk that could not be fetched may be available at the next try.
    started.catch(() => {
      started = undefined
    })
    return started
  }

  function withWallets(act: (wallets: Wallets) => void): void {
    wallets()
      .then(act)
      .catch((error) => {
        logError('The wallet code could not be loaded', error)
        toast('failure', 'Wallets could not be loaded. Check your connection and try again.')
        state.set(visitor)
      })
  }

  if (wasConnected()) withWallets(() => {})

  return {
    getState: state.get,
    subscribe: state.subscribe,
    link: () => {
      state.set({ ...state.get(), connecting: true })
      withWallets(({ wallet }) => wallet.openModal())
    },
    signIn: () => withWallets(({ session }) => session.signIn()),
    cancelSignIn: () => withWallets(({ session }) => session.cancelSignIn()),
    disconnect: () => withWallets(({ wallet }) => void wallet.disconnect()),
  }
}
