import { logError } from '../diagnostics/log-error.ts'
import { toast } from '../overlays/toast.ts'
import { createStore, type Store } from '../store/store.ts'
import { wasConnected } from '../wallet/was-connected.ts'
import { type Account, type AccountState, visitor } from './account.ts'
import { expectedAccount } from './expected-account.ts'

type Wallets = Awaited<ReturnType<typeof import('./wallets.tsx')['startWallets']>>

/**
 * The account behind a wallet. The wallet's code is a chunk of its own, fetched when someone links one, or comes back
 * with one: the first paint does not wait for it.
 */
export function createLinkedAccount(onWallet: (wallet: Wallets['wallet']) => void = () => {}): Account {
  const state = createStore(expectedAccount())
  let started: Promise<Wallets> | undefined
  /** From the press of Link until the modal is open: the user is connecting, though the wallet does not know it yet. */
  let opening = false
  const fromSession: Store<AccountState> = {
    ...state,
    set: (next) => state.set(opening ? { ...next, connecting: true } : next),
  }

  function wallets(): Promise<Wallets> {
    started ??= import('./wallets.tsx').then(async ({ startWallets }) => {
      const wallets = await startWallets(fromSession)
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
        opening = false
        state.set(visitor)
      })
  }

  const walletStarted = wasConnected() ? startAtOnce() : undefined

  async function startAtOnce(): Promise<void> {
    withWallets(() => {})
    // A failure has been told already.
    await started?.catch(() => {})
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    link: () => {
      opening = true
      state.set({ ...state.get(), connecting: true })
      withWallets(({ wallet }) => {
        wallet.openModal()
        opening = false
      })
    },
    signIn: () => withWallets(({ session }) => session.signIn()),
    cancelSignIn: () => withWallets(({ session }) => session.cancelSignIn()),
    disconnect: () => withWallets(({ wallet }) => void wallet.disconnect()),
    walletStarted,
  }
}
