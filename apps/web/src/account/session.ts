import { Refusal } from '@infra/protocol/refusal'
import type { TokenSet } from '@infra/protocol/sessions'
import { getMe } from '@infra/protocol/users'
import {
  clearTokens,
  isAuthenticatedAs,
  isSameAddress,
  keepTokens,
  rereadTokens,
  tokens,
  tokensAddress,
} from '../api/tokens.ts'
import { call } from '../api.ts'
import { logError } from '../diagnostics/log-error.ts'
import { toast } from '../overlays/toast.ts'
import { queryClient } from '../query-client.ts'
import type { Store } from '../store.ts'
import type { AccountState } from './account.ts'
import { giveBack, obtainTokens } from './obtain-tokens.ts'
import { withSignInLock } from './sign-in-lock.ts'
import { signInWords } from './sign-in-message.ts'

/** As much of a wallet as signing in needs. */
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

/** Keeps the account's state true to the wallet and the tokens, and signs in whoever connects. */
export function startSession(wallet: SigningWallet, account: Store<AccountState>): Session {
  let user: AccountState['user']
  let signing: Signing = {}
  /** Another one whenever another person may be at the screen: what was begun before must not end now. */
  let visit = new AbortController()
  let isBusy = false

  function update(): void {
    const found = wallet.getState()
    // Until the wallet of last time has come back or not, what was expected of it stands.
    if (!found.returning) account.set(stateOf(found, { user, ...signing }))
  }

  function show(now: Signing): void {
    signing = now
    update()
  }

  function begin(): AbortSignal {
    visit.abort()
    visit = new AbortController()
    signing = {}
    isBusy = false
    return visit.signal
  }

  async function welcome(): Promise<void> {
    const signal = begin()
    isBusy = true
    const { address = '' } = wallet.getState()
    try {
      dismissUnless(address)
      if (!isAuthenticatedAs(address)) await authenticate(address, signal)
      if (!signal.aborted && isAuthenticatedAs(address)) user = await loadUser()
    } catch (error) {
      // The edge: it was logged where it happened; the person is told, stays connected and may try again.
      if (!signal.aborted) toast('failure', signInWords(error))
    } finally {
      if (!signal.aborted) {
        signing = {}
        isBusy = false
      }
      update()
    }
  }

  async function authenticate(address: string, signal: AbortSignal): Promise<void> {
    const ask = async () => {
      show({ signingIn: true })
      const sign = (message: string) => wallet.signMessage(message, { signal })
      const set = await obtainTokens(address, sign, () => !signal.aborted)
      if (set) keepTokens(set)
    }
    try {
      await withSignInLock(ask, { signal, onWaiting: () => show({ signingInElsewhere: true }) })
    } catch (error) {
      // Without locks another tab may have been faster, and then there is nothing to complain about.
      rereadTokens()
      if (!isAuthenticatedAs(address)) throw error
    }
    // The event that tells of another tab's tokens can come later than its turn ends.
    rereadTokens()
    if (!signal.aborted) signing = {}
  }

  /** Another tab signed in, or renewed the tokens. */
  function followTokens(): void {
    update()
    const { connected, address } = wallet.getState()
    if (connected && !isBusy && !user && isAuthenticatedAs(address)) void welcome()
  }

  function farewell(left: string): void {
    begin()
    user = undefined
    dismissTokensOf(left)
    // What one account was told is never shown to the next.
    queryClient.clear()
    update()
  }

  wallet.on('connected', () => void welcome())
  wallet.on('disconnect', ({ address }) => farewell(address))
  wallet.subscribe(update)
  tokens.subscribe(followTokens)

  return {
    signIn: () => void welcome(),
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

/** Tokens of another account than the wallet's were left by someone who is gone. */
function dismissUnless(address: string): void {
  const kept = rereadTokens()
  if (kept && !isSameAddress(tokensAddress(kept), address)) dismiss(kept)
}

function dismissTokensOf(left: string): void {
  // Another tab may have signed in the next account already.
  const kept = rereadTokens()
  if (kept && isSameAddress(tokensAddress(kept), left)) dismiss(kept)
}

function dismiss(kept: TokenSet): void {
  clearTokens()
  // Best effort: whoever is offline is signed out here all the same, and the session ends by itself.
  giveBack(kept).catch(() => {})
}

async function loadUser() {
  try {
    return await call(getMe)
  } catch (error) {
    logError('Failed to load the user', error)
    // A session that was ended elsewhere is over here too.
    if (error instanceof Refusal && error.code === 'invalid_token') clearTokens()
    throw error
  }
}
