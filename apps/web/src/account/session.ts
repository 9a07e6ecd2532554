import { Refusal } from '@infra/protocol/refusal'
import { getMe } from '@infra/protocol/users'
import { call } from '../api.ts'
import { logError } from '../log.ts'
import { queryClient } from '../query-client.ts'
import { toast } from '../shell/toast.ts'
import type { Store } from '../store.ts'
import type { AccountState } from './account.ts'
import { giveBack, obtainTokens } from './obtain-tokens.ts'
import { signInWords } from './sign-in-words.ts'
import { clearTokens, isAuthenticatedAs, keepTokens, tokens } from './tokens.ts'

/** As much of a wallet as signing in needs. */
export interface SigningWallet {
  getState(): { connected: boolean; returning: boolean; address?: string; connecting: boolean }
  subscribe(listener: () => void): () => void
  on(event: 'connected' | 'disconnect', listener: () => void): () => void
  signMessage(message: string): Promise<string>
}

export interface Session {
  signIn(): void
  cancelSignIn(): void
}

/** Keeps the account's state true to the wallet and the tokens, and signs in whoever connects. */
export function startSession(wallet: SigningWallet, account: Store<AccountState>): Session {
  let user: AccountState['user']
  let signingIn = false
  /** Rises whenever another person may be at the screen: what was begun before must not end now. */
  let visit = 0

  function update(): void {
    const found = wallet.getState()
    // Until the wallet of last time has come back or not, what was expected of it stands.
    if (!found.returning) account.set(stateOf(found, { user, signingIn }))
  }

  function begin(): () => boolean {
    const mine = ++visit
    signingIn = false
    return () => mine === visit
  }

  async function welcome(): Promise<void> {
    const isMine = begin()
    const { address = '' } = wallet.getState()
    try {
      if (!isAuthenticatedAs(address)) await authenticate(address, isMine)
      if (isMine() && isAuthenticatedAs(address)) user = await loadUser()
    } catch (error) {
      // The edge: it was logged where it happened; the person is told, stays connected and may try again.
      if (isMine()) toast('failure', signInWords(error))
    } finally {
      if (isMine()) signingIn = false
      update()
    }
  }

  async function authenticate(address: string, isMine: () => boolean): Promise<void> {
    signingIn = true
    update()
    const set = await obtainTokens(address, wallet.signMessage, isMine)
    if (set) keepTokens(set)
    if (isMine()) signingIn = false
  }

  function farewell(): void {
    begin()
    user = undefined
    const kept = tokens.get()
    clearTokens()
    // What one account was told is never shown to the next.
    queryClient.clear()
    update()
    // Best effort: whoever is offline is signed out here all the same, and the session ends by itself.
    if (kept) giveBack(kept).catch(() => {})
  }

  wallet.on('connected', () => void welcome())
  wallet.on('disconnect', farewell)
  wallet.subscribe(update)
  tokens.subscribe(update)

  return {
    signIn: () => void welcome(),
    cancelSignIn: () => {
      begin()
      update()
    },
  }
}

function stateOf(
  { connected, address, connecting }: ReturnType<SigningWallet['getState']>,
  { user, signingIn }: Pick<AccountState, 'user' | 'signingIn'>,
): AccountState {
  if (!connected) return { phase: 'disconnected', connecting, signingIn }
  if (!isAuthenticatedAs(address)) return { phase: 'connected', address, connecting, signingIn }
  return { phase: 'authenticated', address, user, connecting, signingIn }
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
