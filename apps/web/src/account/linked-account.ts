import { logError } from '../diagnostics/log-error.ts'
import { toast } from '../overlays/toast.ts'
import { createStore, type Store } from '../store/store.ts'
import { wasConnected } from '../wallet/was-connected.ts'
import { type Account, type AccountState, visitor } from './account.ts'
import { expectedAccount } from './expected-account.ts'

type Wallets = Awaited<ReturnType<typeof import('./wallets.tsx')['startWallets']>>

/**
 * The account behind a wallet. The wallet's code is a separate chunk, fetched when someone links a wallet or returns with one, so that the
 * first paint doesn't wait for it.
 */
export function createLinkedAccount(onWallet: (wallet: Wallets['wallet']) => void = () => {}): Account {
  const state = createStore(expectedAccount())
  let started: Promise<Wallets> | undefined
  /** From pressing Link until the modal is open: the user is connecting, but the wallet doesn't know it yet. */
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
    // If a chunk couldn't be fetched, the next try may succeed.
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
    // The failure was already reported.
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
