import type { TokenSet } from '@infra/protocol/sessions'
import { queryClient } from '../api/query-client.ts'
import {
  clearTokens,
  isAuthenticatedAs,
  isSameAddress,
  keepTokens,
  rereadTokens,
  tokens,
  tokensAddress,
} from '../api/tokens.ts'
import { toast } from '../overlays/toast.ts'
import type { Store } from '../store/store.ts'
import type { AccountState } from './account.ts'
import { loadUser } from './load-user.ts'
import { giveBack, obtainTokens } from './obtain-tokens.ts'
import { withSignInLock } from './sign-in-lock.ts'
import { signInMessage } from './sign-in-message.ts'

/** The part of a wallet that signing in needs. */
export interface SigningWallet {
  getState(): { connected: boolean; returning: boolean; address?: string; connecting: boolean }
  subscribe(listener: () => void): () => void
  on(event: 'connected' | 'disconnect', listener: (detail: { address: string }) => void): () => void
  signMessage(message: string, options: { signal: AbortSignal }): Promise<string>
}

export interface Session {
  signIn(): void
  cancelSignIn(): void
}

/** Keeps the account's state in sync with the wallet and the tokens, and signs in the account that connects. */
export function startSession(wallet: SigningWallet, account: Store<AccountState>): Session {
  let user: AccountState['user']
  let signing: Signing = {}
  /** Replaced whenever the account may have changed, so that nothing that was started for another account completes. */
  let visit = new AbortController()
  let isBusy = false

  function update(): void {
    const found = wallet.getState()
    // While the last wallet reconnects, the previous account is shown as returning.
    if (!found.returning) account.set(stateOf(found, { user, ...signing }))
  }

  function show(now: Signing): void {
    signing = now
    update()
  }

  function begin(busy = false): AbortSignal {
    visit.abort()
    visit = new AbortController()
    signing = {}
    isBusy = busy
    return visit.signal
  }

  async function onConnected(): Promise<void> {
    const signal = begin(true)
    const { address = '' } = wallet.getState()
    try {
      dropTokensUnlessOf(address)
      if (!isAuthenticatedAs(address)) await authenticate(address, signal)
      if (!signal.aborted && isAuthenticatedAs(address)) user = await loadUser()
    } catch (error) {
      // It was already logged. The user gets a message, stays connected and may try again.
      if (!signal.aborted) toast('failure', signInMessage(error))
    } finally {
      if (!signal.aborted) {
        signing = {}
        isBusy = false
      }
      update()
    }
  }

  async function authenticate(address: string, signal: AbortSignal): Promise<void> {
    const signIn = async () => {
      show({ signingIn: true })
      const sign = (message: string) => wallet.signMessage(message, { signal })
      const set = await obtainTokens(address, sign, () => !signal.aborted)
      if (set) keepTokens(set)
    }
    try {
      await withSignInLock(signIn, { signal, onWaiting: () => show({ signingInElsewhere: true }) })
    } catch (error) {
      // Without locks, another tab may have signed in meanwhile; then this isn't a failure.
      rereadTokens()
      if (!isAuthenticatedAs(address)) throw error
    }
    // The storage event about another tab's tokens can come after that tab has released the lock.
    rereadTokens()
    if (!signal.aborted) signing = {}
  }

  /** Another tab signed in, or renewed the tokens. */
  function followTokens(): void {
    update()
    const { connected, address } = wallet.getState()
    if (connected && !isBusy && !user && isAuthenticatedAs(address)) void onConnected()
  }

  function onDisconnected(address: string): void {
    begin()
    user = undefined
    dropTokensOf(address)
    // Nothing that one account has loaded is shown to the next.
    queryClient.clear()
    update()
  }

  wallet.on('connected', () => void onConnected())
  wallet.on('disconnect', ({ address }) => onDisconnected(address))
  wallet.subscribe(update)
  tokens.subscribe(followTokens)
  // If the last wallet isn't reconnected automatically, there's nobody to wait for.
  update()

  return {
    signIn: () => void onConnected(),
    cancelSignIn: () => {
      begin()
      update()
    },
  }
}

type Signing = Pick<AccountState, 'signingIn' | 'signingInElsewhere'>

function stateOf(
  { connected, address, connecting }: ReturnType<SigningWallet['getState']>,
  { user, ...signing }: Pick<AccountState, 'user'> & Signing,
): AccountState {
  if (!connected) return { phase: 'disconnected', connecting, ...signing }
  if (!isAuthenticatedAs(address)) return { phase: 'connected', address, connecting, ...signing }
  return { phase: 'authenticated', address, user, connecting, ...signing }
}

/** Drops the tokens of an account other than the wallet's. */
function dropTokensUnlessOf(address: string): void {
  const kept = rereadTokens()
  if (kept && !isSameAddress(tokensAddress(kept), address)) dropTokens(kept)
}

function dropTokensOf(address: string): void {
  // Another tab may have signed in the next account already.
  const kept = rereadTokens()
  if (kept && isSameAddress(tokensAddress(kept), address)) dropTokens(kept)
}

function dropTokens(kept: TokenSet): void {
  clearTokens()
  // Best effort: offline, the user is signed out here anyway, and the session expires by itself.
  giveBack(kept).catch(() => {})
}
