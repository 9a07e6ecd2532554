export interface AccountState {
  /** `connected`: a wallet is linked, but its owner has not signed in yet. */
  phase: 'disconnected' | 'connected' | 'authenticated'
  address?: string
  /** Set once it has been loaded, a moment after signing in. */
  user?: { id: string; name?: string | null }
  /** While the user is choosing or opening a wallet. */
  connecting: boolean
  /** While the wallet has not answered the request to sign the message. */
  signingIn?: boolean
  /** While another tab asks the wallet and this one waits for the outcome. */
  signingInElsewhere?: boolean
}

/** The server renders every page for a visitor. */
export const visitor: AccountState = { phase: 'disconnected', connecting: false }

/** The current user and how to sign in and out. The rest of the app knows nothing else of wallets. */
export interface Account {
  getState(): AccountState
  /** Returns the function that unsubscribes. The state is a new object whenever something in it changed. */
  subscribe(listener: () => void): () => void
  /** Lets the user choose a wallet. */
  link(): void
  /** Asks the linked wallet to sign in once more. */
  signIn(): void
  /** For a wallet that never answers. */
  cancelSignIn(): void
  disconnect(): void
}

export function mayConnect({ phase, connecting }: AccountState): boolean {
  return phase === 'disconnected' && !connecting
}
