import { createStore, type Store } from '../store.ts'

/** How long a wallet that was linked before may take to reconnect before the user counts as signed out. */
export const WALLET_LOADING_MS = 1000

/** True at first, false after that time. */
export function startWalletLoading(): Pick<Store<boolean>, 'get' | 'subscribe'> {
  const loading = createStore(true)
  setTimeout(() => loading.set(false), WALLET_LOADING_MS)
  return loading
}
