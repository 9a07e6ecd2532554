import type { Account, AccountState } from '@infra/web/account'

const SCRIPT_KEY = 'scripted-account'

/** An account whose state a test sets, and which records the requests it got. */
export interface ScriptedAccount extends Account {
  set(state: AccountState): void
  /** How often the shell asked for a wallet. */
  linksAsked: number
}

/** A state that a test left in the session storage applies from the first moment, as that of a wallet linked earlier would. */
export function createScriptedAccount(): ScriptedAccount {
  const disconnected: AccountState = { phase: 'disconnected', connecting: false }
  const kept = sessionStorage.getItem(SCRIPT_KEY)
  let state: AccountState = kept ? JSON.parse(kept) : disconnected
  const listeners = new Set<() => void>()

  const account: ScriptedAccount = {
    linksAsked: 0,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    link: () => {
      account.linksAsked++
    },
    signIn: () => {},
    cancelSignIn: () => {},
    disconnect: () => account.set(disconnected),
    set(next) {
      state = next
      for (const listener of listeners) listener()
    },
  }
  return account
}
