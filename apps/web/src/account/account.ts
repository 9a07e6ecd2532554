export interface AccountState {
  /** `connected`: a wallet is linked, but its owner has not signed in yet. */
  phase: 'disconnected' | 'connected' | 'authenticated'
  /** The address of the linked wallet, or of the one that is reconnecting. */
  address?: string
  /** Set while the wallet of someone who was signed in last time is still reconnecting. Until it's back, they aren't signed in. */
  returning?: boolean
  /** Set once it's loaded, shortly after signing in. */
  user?: { id: string; name?: string | null }
  /** While the user is choosing or opening a wallet. */
  connecting: boolean
  /** Set until the wallet responds to the request to sign the message. */
  signingIn?: boolean
  /** Set while another tab asks the wallet and this one waits for the outcome. */
  signingInElsewhere?: boolean
}

/** The server renders every page for a visitor. */
export const visitor: AccountState = { phase: 'disconnected', connecting: false }

/** The current user and how to sign in and out. The rest of the app knows nothing else about wallets. */
export interface Account {
  getState(): AccountState
  /** Returns a function that unsubscribes. The state is a new object whenever something in it changed. */
  subscribe(listener: () => void): () => void
  /** Lets the user choose a wallet. */
  link(): void
  /** Asks the linked wallet to sign in again. */
  signIn(): void
  /** Stops waiting for a wallet that never responds. */
  cancelSignIn(): void
  disconnect(): void
  /** Set if a wallet was linked last time: resolves once the wallet code is loaded and looking for it, or couldn't be loaded. */
  walletStarted?: Promise<void>
}

export function mayConnect({ phase, returning, connecting }: AccountState): boolean {
  return phase === 'disconnected' && !returning && !connecting
}

/** Whose data screens show: the user's, and while their wallet is reconnecting, already what they'd see with it. */
export function readerOf({ phase, returning, address }: AccountState): string | undefined {
  return phase === 'authenticated' || returning ? address : undefined
}
