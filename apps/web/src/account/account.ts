export interface AccountState {
  /** `connected`: a wallet is linked, but its owner has not signed in yet. */
  phase: 'disconnected' | 'connected' | 'authenticated'
  /** Of the linked wallet, or of the one that is returning. */
  address?: string
  /** While the wallet of someone who was signed in last time has not come back yet. Until it does, they are not signed in. */
  returning?: boolean
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
  /** Where a wallet was linked last time: resolves once its code is loaded and looks for it, or could not be loaded. */
  walletStarted?: Promise<void>
}

export function mayConnect({ phase, returning, connecting }: AccountState): boolean {
  return phase === 'disconnected' && !returning && !connecting
}

/** Whose own data screens show: the user's, and while their wallet returns already what they would see with it. */
export function readerOf({ phase, returning, address }: AccountState): string | undefined {
  return phase === 'authenticated' || returning ? address : undefined
}
