import { createStore, type Store } from '../store/store.ts'

/** How long a wallet that was linked before may take to reconnect before the user counts as signed out. */
export const WALLET_LOADING_MS = 1000

/** A connection may hang without ever failing. */
const CODE_MS_MAX = 10_000

/**
 * True at first, false after that time. If a wallet is reconnecting, the time starts when its code is loaded, because a slow network would
 * otherwise use up the wallet's time.
 */
export function startWalletLoading(walletStarted?: Promise<void>): Pick<Store<boolean>, 'get' | 'subscribe'> {
  const loading = createStore(true)
  const begin = () => void setTimeout(() => loading.set(false), WALLET_LOADING_MS)
  const givenUp = new Promise((resolve) => setTimeout(resolve, CODE_MS_MAX))
  if (walletStarted) void Promise.race([walletStarted, givenUp]).then(begin)
  else begin()
  return loading
}
