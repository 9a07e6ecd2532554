export interface AccountState {
  /** `connected`: a wallet is there, but its owner has not signed in yet. */
  phase: 'disconnected' | 'connected' | 'authenticated'
  address?: string
  /** There once it has been loaded, which is a moment after signing in. */
  user?: { id: string; name?: string | null }
  /** While the person is choosing or opening a wallet. */
  connecting: boolean
  /** While the wallet has been asked to sign the message, and has not answered. */
  signingIn?: boolean
  /** While another tab asks the wallet, and this one waits for what comes of it. */
  signingInElsewhere?: boolean
}

/** Whoever the server draws a page for. */
export const visitor: AccountState = { phase: 'disconnected', connecting: false }

/** Who is at the screen. The shell knows nothing else of wallets. */
export interface Account {
  getState(): AccountState
  /** Returns what ends the subscription. The state is a new object whenever something in it changed. */
  subscribe(listener: () => void): () => void
  /** Asks the person for a wallet. */
  link(): void
  /** Asks a wallet that is linked to sign in, once more after it did not. */
  signIn(): void
  /** For a wallet that never answers. */
  cancelSignIn(): void
  disconnect(): void
}

export function mayConnect({ phase, connecting }: AccountState): boolean {
  return phase === 'disconnected' && !connecting
}
